import * as z from "zod/mini";
import { Timestamp } from "./dates.ts";

/** Pieces that wait for a customer's payment, for sale again at `endsAt` if it does not come. */
export const StockHold = z.object({ orderId: z.string(), quantity: z.int(), endsAt: Timestamp });
export type StockHold = z.infer<typeof StockHold>;

/** Where the pieces of a product, or of one of its variants, are. */
export const VariantStock = z.object({
  variantId: z.optional(z.string()),
  available: z.int(),
  held: z.int(),
  sold: z.int(),
  /** First to end first. With very many checkouts at once, or in the seconds after one, not all of `held`. */
  holds: z.array(StockHold),
});
export type VariantStock = z.infer<typeof VariantStock>;

export const ProductStock = z.object({ variants: z.array(VariantStock) });
export type ProductStock = z.infer<typeof ProductStock>;
