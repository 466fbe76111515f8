import type { Product } from "../../../shared/product.ts";
import { ProductTiles } from "./product-tiles.tsx";
import styles from "./suggestions.module.css";
import { useFeaturedProducts } from "./use-products.ts";

const MAX_SUGGESTIONS = 3;

/** The first three featured products that are in stock. */
export const suggestionsOf = (featured: readonly Product[]): Product[] =>
  featured.filter(({ stock }) => stock > 0).slice(0, MAX_SUGGESTIONS);

/** Up to three featured products that are in stock, where a cart or a search is empty. */
export function Suggestions({ onOpen }: { onOpen: (product: Product) => void }) {
  const featured = useFeaturedProducts() ?? [];
  return (
    <ProductTiles
      heading="Featured right now"
      products={suggestionsOf(featured)}
      onOpen={onOpen}
      className={styles.suggestions}
    />
  );
}
