import type { Product } from "../../../shared/product.ts";

const MAX_SUGGESTIONS = 3;

/** Up to three products in stock, of different categories if there are any. Otherwise the order stays. */
export function suggestedProducts(featured: readonly Product[]): Product[] {
  const inStock = featured.filter(({ stock }) => stock > 0);
  const firstOfCategories = inStock.filter(
    (product, i) => inStock.findIndex(({ category }) => category === product.category) === i,
  );
  return [...new Set([...firstOfCategories, ...inStock])].slice(0, MAX_SUGGESTIONS);
}
