import { createHash } from "node:crypto";
import type { Challenge } from "../../shared/challenge.ts";
import { proofText, leadingZeroBits, type Proof } from "../../shared/proof-of-work.ts";

/** Finds the nonce that a proof-of-work challenge asks for. */
export function solveChallenge({ token, bits }: Challenge): Proof {
  for (let nonce = 0; ; nonce++) {
    const hash = createHash("sha256").update(proofText(token, nonce)).digest();
    if (leadingZeroBits(hash) >= bits) return { token, nonce: String(nonce) };
  }
}
