import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";

/** Pieces held until a customer pays, or until `endsAt`. */
const StockHold = z.object({ orderId: z.string(), quantity: z.int(), endsAt: Timestamp });

/** The available, held and sold pieces of a product or variant. */
export const VariantStock = z.object({
  variantId: z.optional(z.string()),
  available: z.int(),
  held: z.int(),
  sold: z.int(),
  /** People who wait for a mail that the product or variant is back. Absent: nobody. */
  waiting: z.optional(z.int()),
  /** Sorted by `endsAt`. Some holds may be missing while very many checkouts run at once, and in the first seconds after a checkout. */
  holds: z.array(StockHold),
});
export type VariantStock = z.infer<typeof VariantStock>;

/** Pieces in a size or color that the product no longer offers. Nobody can buy these pieces. */
export const UnofferedStock = z.object({
  ...VariantStock.shape,
  size: z.optional(z.string()),
  color: z.optional(z.string()),
});
export type UnofferedStock = z.infer<typeof UnofferedStock>;

export const ProductStock = z.object({ variants: z.array(VariantStock), unoffered: z.array(UnofferedStock) });
export type ProductStock = z.infer<typeof ProductStock>;

/** The id of a variant; null for a product without variants. */
const VariantId = z.nullable(z.string().check(z.minLength(1), z.maxLength(60)));

/**
 * Moves all available pieces of a variant that is no longer offered, or, without `to`, writes these pieces off.
 */
export const UnofferedMove = z.object({
  from: VariantId,
  to: z.optional(VariantId),
  /** The number of available pieces that the form showed. The request is refused if the number has changed since. */
  pieces: z.int().check(z.positive("Must be more than zero")),
});
export type UnofferedMove = z.infer<typeof UnofferedMove>;
