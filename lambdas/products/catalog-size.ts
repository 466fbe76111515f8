import { messages } from "../../shared/messages.ts";
import type { Product } from "../../shared/product.ts";
import { invalid } from "../lib/errors.ts";

/** Most products that the catalogue lists. */
export const MAX_PRODUCTS = 2000;
/**
 * Most that all products may take in the answer of a list, in bytes. Lambda sends at most 6,291,556; the rest is for what
 * grows without a save (counts), for broken products, and for saves at the same moment.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MAX_CATALOG_BYTES = 5_000_000;

/** Bytes of a product in a list's answer: Lambda sends the body as a string in JSON, which escapes its quotes again. */
export const sizeInList = (product: Product): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(product)));

/** 400 when the catalogue with `next` in it would be too large to be listed. `products` are those that are there. */
export function requireRoom(products: readonly Product[], next: Product): void {
  const others = products.filter(({ id }) => id !== next.id);
  if (others.length >= MAX_PRODUCTS) throw invalid({}, messages.catalogueFull(MAX_PRODUCTS));
  const bytes = others.reduce((sum, product) => sum + sizeInList(product), sizeInList(next));
  if (bytes > MAX_CATALOG_BYTES) throw invalid({}, messages.catalogueTooLarge);
}
