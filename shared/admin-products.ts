import * as z from "zod/mini";
import { Product } from "./product.ts";

/**
 * A stored product that cannot be shown: what can be read of it, with neutral values for the rest, and which parts cannot
 * ('price', 'stock of M'). Saved once more, it is whole.
 */
export const BrokenProduct = z.object({ product: Product, problems: z.array(z.string()) });
export type BrokenProduct = z.infer<typeof BrokenProduct>;

/** Every product as the back office sees it. */
export const AdminProducts = z.object({
  products: z.array(Product),
  broken: z.array(BrokenProduct),
  /** Products with pieces, for sale or held, in sizes or colors that they no longer offer. */
  unoffered: z.array(z.object({ productId: z.string(), pieces: z.int() })),
});
export type AdminProducts = z.infer<typeof AdminProducts>;
