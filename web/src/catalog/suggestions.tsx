import type { Product } from "../../../shared/product.ts";
import { ProductTiles } from "./product-tiles.tsx";
import { suggestedProducts } from "./suggested-products.ts";
import styles from "./suggestions.module.css";
import { useFeaturedProducts } from "./use-products.ts";

/**
 * Up to three featured products that are in stock, where a cart or a search is empty. Without `onOpen` they lead to their
 * pages.
 */
export function Suggestions({ onOpen }: { onOpen?: (product: Product) => void }) {
  const featured = useFeaturedProducts() ?? [];
  return (
    <ProductTiles
      heading="Featured right now"
      products={suggestedProducts(featured)}
      onOpen={onOpen}
      className={styles.suggestions}
    />
  );
}
