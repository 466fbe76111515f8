import type { Product } from "../../../shared/product.ts";

const MAX_SUGGESTIONS = 3;

/** The first three products in stock. The first product of each category comes before other products of the category. */
export function suggestedProducts(featured: readonly Product[]): Product[] {
  const inStock = featured.filter(({ stock }) => stock > 0);
  const firstOfCategories = inStock.filter(
    (product, i) => inStock.findIndex(({ category }) => category === product.category) === i,
  );
  return [...new Set([...firstOfCategories, ...inStock])].slice(0, MAX_SUGGESTIONS);
}
