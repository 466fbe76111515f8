import * as z from "zod/mini";

/**
 * What a crowded shop asks of a browser before it holds more stock: a `nonce` so that the SHA-256 of
 * `<token>:<nonce>` begins with `bits` zero bits. Costs a visitor about a second, and whoever wants to hold everything
 * as much for each order. No third party takes part.
 */
export const Challenge = z.object({ token: z.string(), bits: z.int() });
export type Challenge = z.infer<typeof Challenge>;

export const Proof = z.object({
  token: z.string().check(z.maxLength(300)),
  nonce: z.string().check(z.regex(/^\d{1,20}$/)),
});
export type Proof = z.infer<typeof Proof>;

/** What is hashed. */
export const proofText = (token: string, nonce: string | number): string => `${token}:${nonce}`;

/** How many zero bits a hash begins with. */
export function zeroBits(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
