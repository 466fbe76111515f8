import { useDeferredValue } from "react";
import type { Product } from "../../../shared/product.ts";
import { cx } from "../ui/class-names.ts";
import { ProductCard, ProductSkeleton } from "./product-card.tsx";
import styles from "./product-grid.module.css";

/**
 * The number of cards in the first render of a grid, enough for any first screen. Also the number on page 2 and each later page
 * of the store's list. Page 1 has no such limit, because more products are loaded while the visitor scrolls.
 */
export const CARDS_PER_PAGE = 12;
/** In a grid with more cards, the cards far from the window are not painted. */
const MANY_CARDS = 80;
const SIZES = "(width > 1180px) 292px, (width > 768px) 33vw, 46vw";

type ProductGridProps = {
  products: readonly Product[];
  /** The color that the pictures show, where a product has it. */
  color?: string | undefined;
  /** `onOpen` and `onAdd` must stay the same functions at every render, as for `ProductCard`. */
  onOpen: (product: Product) => void;
  onAdd: (product: Product) => void;
};

/**
 * Products in 4, 3 or 2 columns. The cards after the first `CARDS_PER_PAGE` are rendered when the browser has time, so that
 * many products do not block the page.
 */
export function ProductGrid({ products, color, onOpen, onAdd }: ProductGridProps) {
  const shownProducts = useDeferredValue(products, products.slice(0, CARDS_PER_PAGE));
  return (
    <ul className={cx(styles.grid, products.length > MANY_CARDS && styles.many)}>
      {shownProducts.map((product) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            color={color}
            onOpen={onOpen}
            onAdd={onAdd}
            sizes={SIZES}
            swipeable
          />
        </li>
      ))}
    </ul>
  );
}

/** The grid while its products are being loaded. */
export function ProductGridSkeleton() {
  return (
    <div className={styles.grid}>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
        <ProductSkeleton key={card} />
      ))}
    </div>
  );
}
