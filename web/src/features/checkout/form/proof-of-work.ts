import type { Challenge, Proof } from "../../../../../shared/proof-of-work.ts";
import { proofText, zeroBits } from "../../../../../shared/proof-of-work.ts";

/** How many hashes are computed at once. The browser computes them in threads of its own, so that the page stays responsive. */
const BATCH = 256;

/** Solves the server's challenge under high load: about a second on a computer, a few seconds on a slow phone. */
export async function solveChallenge({ token, bits }: Challenge): Promise<Proof> {
  const text = new TextEncoder();
  for (let first = 0; ; first += BATCH) {
    const nonces = Array.from({ length: BATCH }, (_, i) => String(first + i));
    const hashes = await Promise.all(
      nonces.map((nonce) => crypto.subtle.digest("SHA-256", text.encode(proofText(token, nonce)))),
    );
    const found = hashes.findIndex((hash) => zeroBits(new Uint8Array(hash)) >= bits);
    const nonce = nonces[found];
    if (nonce !== undefined) return { token, nonce };
  }
}
