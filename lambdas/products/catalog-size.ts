import { messages } from "../../shared/messages.ts";
import type { Product } from "../../shared/product.ts";
import { invalid } from "../lib/errors.ts";

/** Most products in the catalog. */
const MAX_PRODUCTS = 2000;
/**
 * Most bytes of all products in a list's response. Lambda answers at most 6,291,556. The rest is for growing counts, for
 * invalid products, and for concurrent saves.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const MAX_CATALOG_BYTES = 5_000_000;

/** Bytes of a product in a list's response. Lambda sends the body as a JSON string, which escapes its quotes again. */
export const sizeInList = (product: Product): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(product)));

/** 400 when the catalog with `next` would be too large to list. `products` are the current ones. */
export function requireRoom(products: readonly Product[], next: Product): void {
  const others = products.filter(({ id }) => id !== next.id);
  if (others.length >= MAX_PRODUCTS) throw invalid({}, messages.catalogFull(MAX_PRODUCTS));
  const bytes = others.reduce((sum, product) => sum + sizeInList(product), sizeInList(next));
  if (bytes > MAX_CATALOG_BYTES) throw invalid({}, messages.catalogTooLarge);
}
