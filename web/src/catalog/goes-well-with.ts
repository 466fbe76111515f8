import type { Product } from "../../../shared/product.ts";
import { goesWellWith } from "../../../shared/site/goes-well-with.ts";

const categoriesThatGoWith: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(goesWellWith));
const MAX_PRODUCTS = 3;

/**
 * Up to three products in stock that go well with a product. First comes one product of each category that `goesWellWith`
 * lists for the product's category, then products of any category but the product's own. In both groups, featured products come first.
 */
export function productsThatGoWith(
  { id, category }: Pick<Product, "id" | "category">,
  products: readonly Product[],
): Product[] {
  const candidates = products
    .filter((other) => other.id !== id && other.category !== category && other.stock > 0)
    .sort((a, b) => Number(b.featured) - Number(a.featured));
  const firstOfEachCategory = (categoriesThatGoWith.get(category) ?? []).flatMap(
    (name) => candidates.find((other) => other.category === name) ?? [],
  );
  return [...new Set([...firstOfEachCategory, ...candidates])].slice(0, MAX_PRODUCTS);
}
