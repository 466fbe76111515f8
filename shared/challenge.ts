import * as z from "zod/mini";

/**
 * While much of the stock is held, a browser has to solve this challenge before the shop holds more: find a `nonce` so
 * that the SHA-256 of `<token>:<nonce>` begins with `bits` zero bits. The browser needs about a second for each
 * order, so an attacker needs a long time to hold all the stock.
 */
export const Challenge = z.object({ token: z.string(), bits: z.int() });
export type Challenge = z.infer<typeof Challenge>;
