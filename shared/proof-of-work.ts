import * as z from "zod/mini";

/** The solution of a `Challenge` (challenge.ts). */
export const Proof = z.object({
  token: z.string().check(z.maxLength(300)),
  nonce: z.string().check(z.regex(/^\d{1,20}$/)),
});
export type Proof = z.infer<typeof Proof>;

/** The text to hash. */
export const proofText = (token: string, nonce: string | number): string => `${token}:${nonce}`;

/** The number of zero bits at the start of a hash. */
export function leadingZeroBits(hash: Uint8Array): number {
  let bits = 0;
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
