import type { Challenge, Proof } from "../../../shared/proof-of-work.ts";
import { proofText, zeroBits } from "../../../shared/proof-of-work.ts";

/** Hashes that are asked for at once: enough to keep the browser's own threads busy, and the page free. */
const BATCH = 256;

/** Does the work that a crowded shop asks for: about a second on a desk, a few on a slow phone. */
export async function prove({ token, bits }: Challenge): Promise<Proof> {
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
