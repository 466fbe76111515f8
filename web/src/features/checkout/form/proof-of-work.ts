import type { Challenge } from "../../../../../shared/challenge.ts";
import type { Proof } from "../../../../../shared/proof-of-work.ts";
import { proofText, leadingZeroBits } from "../../../../../shared/proof-of-work.ts";

/** Hashes to compute in parallel. The browser uses other threads, so the page stays responsive. */
const BATCH_SIZE = 256;

/**
 * Solves the challenge that the server sends while much of the stock is held: about 1 s on a computer, a few s on a phone.
 * Resolves with undefined when `isNeeded` returns false before the solution is found.
 */
export async function solveChallenge(
  { token, bits }: Challenge,
  isNeeded: () => boolean,
): Promise<Proof | undefined> {
  const encoder = new TextEncoder();
  for (let firstNonce = 0; isNeeded(); firstNonce += BATCH_SIZE) {
    const nonces = Array.from({ length: BATCH_SIZE }, (_, i) => String(firstNonce + i));
    const hashes = await Promise.all(
      nonces.map((nonce) => crypto.subtle.digest("SHA-256", encoder.encode(proofText(token, nonce)))),
    );
    const solutionIndex = hashes.findIndex((hash) => leadingZeroBits(new Uint8Array(hash)) >= bits);
    const nonce = nonces[solutionIndex];
    if (nonce !== undefined) return { token, nonce };
  }
  return undefined;
}
