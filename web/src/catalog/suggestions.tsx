import type { Product } from "../../../shared/product.ts";
import { highlightsOf } from "./highlights.ts";
import { ProductTiles } from "./product-tiles.tsx";
import styles from "./suggestions.module.css";
import { useFeaturedProducts } from "./use-products.ts";

/**
 * The three best sellers, or up to three featured products. A click calls `onOpen`; without `onOpen`, a click opens the
 * product's page.
 */
export function Suggestions({ onOpen }: { onOpen?: (product: Product) => void }) {
  const highlights = highlightsOf(useFeaturedProducts() ?? { products: [] });
  return <ProductTiles {...highlights} onOpen={onOpen} className={styles.suggestions} />;
}
