import * as z from "zod/mini";
import { Product } from "./product.ts";

/**
 * A stored product with invalid fields. `problems` names these fields ('price', 'stock of M'); in `product`
 * these fields have default values. Saving the product in the back office repairs it.
 */
export const BrokenProduct = z.object({ product: Product, problems: z.array(z.string()) });
export type BrokenProduct = z.infer<typeof BrokenProduct>;

/** All products, as the back office lists them: those in `broken` are not in `products`. */
export const AdminProducts = z.object({
  products: z.array(Product),
  broken: z.array(BrokenProduct),
  /** Products with available or held pieces in a size or color that is no longer offered. */
  unoffered: z.array(z.object({ productId: z.string(), pieces: z.int() })),
  /** How many people wait for a mail that a product or variant is back. Products for which nobody waits are left out. */
  waiting: z._default(
    z.array(z.object({ productId: z.string(), variantId: z.optional(z.string()), people: z.int() })),
    [],
  ),
});
export type AdminProducts = z.infer<typeof AdminProducts>;
