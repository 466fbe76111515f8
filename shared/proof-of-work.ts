import * as z from "zod/mini";

/**
 * A challenge that a browser has to solve before a crowded shop holds more stock: find a `nonce` so that
 * the SHA-256 of `<token>:<nonce>` begins with `bits` zero bits. The browser needs about a second for each
 * order, so an attacker needs a long time to hold all the stock.
 */
export const Challenge = z.object({ token: z.string(), bits: z.int() });
export type Challenge = z.infer<typeof Challenge>;

export const Proof = z.object({
  token: z.string().check(z.maxLength(300)),
  nonce: z.string().check(z.regex(/^\d{1,20}$/)),
});
export type Proof = z.infer<typeof Proof>;

/** The text to hash. */
export const proofText = (token: string, nonce: string | number): string => `${token}:${nonce}`;

/** The number of zero bits at the start of a hash. */
export function zeroBits(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
