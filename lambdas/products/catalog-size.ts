import { apiMessages } from "../../shared/api-messages.ts";
import type { Product } from "../../shared/product.ts";
import { invalid } from "../lib/errors.ts";

const MAX_PRODUCTS = 2000;
/**
 * The most bytes of all products in a list's response. Lambda returns at most 6,291,556 bytes. The
 * difference leaves room for stock counts that get more digits, for invalid products, which are not counted, and for concurrent
 * saves.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const MAX_CATALOG_BYTES = 5_000_000;

/** The bytes of a product in a list's response, which Lambda returns as JSON in a JSON string. */
export const sizeInList = (product: Product): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(product)));

/** Throws 400 when `products`, the current catalog, would be too large to list with `savedProduct`. */
export function requireCatalogRoom(products: readonly Product[], savedProduct: Product): void {
  const otherProducts = products.filter(({ id }) => id !== savedProduct.id);
  if (otherProducts.length >= MAX_PRODUCTS) throw invalid({}, apiMessages.catalogFull(MAX_PRODUCTS));
  const bytes = otherProducts.reduce((sum, product) => sum + sizeInList(product), sizeInList(savedProduct));
  if (bytes > MAX_CATALOG_BYTES) throw invalid({}, apiMessages.catalogTooLarge);
}
