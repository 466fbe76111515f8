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

/** Pieces in a size or color that the product no longer offers: nobody can buy them. What is held comes back to them. */
export const UnofferedStock = z.object({
  ...VariantStock.shape,
  size: z.optional(z.string()),
  color: z.optional(z.string()),
});
export type UnofferedStock = z.infer<typeof UnofferedStock>;

export const ProductStock = z.object({ variants: z.array(VariantStock), unoffered: z.array(UnofferedStock) });
export type ProductStock = z.infer<typeof ProductStock>;

/** A variant by its id; null: the product as it was without variants. */
const Place = z.nullable(z.string().check(z.minLength(1), z.maxLength(60)));

/** Where the available pieces of a variant that is no longer offered go; without `to` they are written off. */
export const UnofferedMove = z.object({
  from: Place,
  to: z.optional(Place),
  /** All of them, as many as were seen. */
  pieces: z.int().check(z.positive("Must be more than zero")),
});
export type UnofferedMove = z.infer<typeof UnofferedMove>;
