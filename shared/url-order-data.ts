import * as z from "zod/mini";

/**
 * The data that the success page shows while the server verifies the payment. The data is in the URL, so it
 * contains nothing personal.
 */
export const UrlOrderData = z.object({
  /** Short keys for a short URL: n = name, q = quantity, p = price of one piece, in dollars. */
  items: z.array(z.object({ n: z.string(), q: z.number(), p: z.number() })),
  /** In dollars. */
  total: z.number(),
});
export type UrlOrderData = z.infer<typeof UrlOrderData>;
