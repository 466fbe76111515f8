import { useDeferredValue } from "react";
import type { Product } from "../../../shared/product.ts";
import { cx } from "../ui/class-names.ts";
import { ProductCard, ProductSkeleton } from "./product-card.tsx";
import styles from "./product-grid.module.css";

/** Enough cards for any first screen; the others are rendered when the browser has time. */
const FIRST_CARDS = 16;
const EAGER_PICTURES = 4;
/** With more cards than this, those far from the window are not painted. */
const MANY = 80;
const SIZES = "(width > 1180px) 292px, (width > 768px) 33vw, 46vw";

type ProductGridProps = {
  products: readonly Product[];
  /** The same function at every render, as for `ProductCard`; `onAdd` too. */
  onOpen: (product: Product) => void;
  onAdd: (product: Product) => void;
};

/** Products in 4, 3 or 2 columns. The first cards are rendered before the others, so that a thousand products do not block the page. */
export function ProductGrid({ products, onOpen, onAdd }: ProductGridProps) {
  const shown = useDeferredValue(products, products.slice(0, FIRST_CARDS));
  return (
    <ul className={cx(styles.grid, products.length > MANY && styles.many)}>
      {shown.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            onOpen={onOpen}
            onAdd={onAdd}
            sizes={SIZES}
            eager={index < EAGER_PICTURES}
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
