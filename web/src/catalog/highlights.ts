import { home } from "../../../shared/site/home.ts";
import type { Product } from "../../../shared/product.ts";
import type { FeaturedProducts } from "./use-products.ts";

const MAX_PRODUCTS = 3;

/**
 * Products with their heading: the best sellers if three of them are for sale, or else up to three featured products
 * in stock. First comes one featured product of each category, then the others.
 */
export function highlightsOf({ products, bestSellers }: FeaturedProducts): {
  heading: string;
  products: readonly Product[];
} {
  if (bestSellers) return { heading: home.featured.bestSellers, products: bestSellers };
  const inStock = products.filter(({ stock }) => stock > 0);
  const firstOfEachCategory = inStock.filter(
    (product, i) => inStock.findIndex(({ category }) => category === product.category) === i,
  );
  return {
    heading: home.featured.highlights,
    products: [...new Set([...firstOfEachCategory, ...inStock])].slice(0, MAX_PRODUCTS),
  };
}
