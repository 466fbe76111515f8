import { useDeferredValue } from "react";
import type { Product } from "../../../shared/product.ts";
import { cx } from "../ui/class-names.ts";
import { ProductCard } from "./product-card.tsx";
import styles from "./product-grid.module.css";
import { ProductSkeleton } from "./product-skeleton.tsx";

/** Enough cards for every first screen: the others follow when the browser has time. */
const FIRST = 16;
const EAGER = 4;
/** More than this, and what is far from the window is not drawn. */
const MANY = 80;
const SIZES = "(width > 1180px) 292px, (width > 768px) 33vw, 46vw";

type ProductGridProps = {
  products: readonly Product[];
  /** Stable functions, as for `ProductCard`. */
  onOpen: (product: Product) => void;
  onAdd: (product: Product) => void;
};

/** Products in 4, 3 or 2 columns; a thousand of them do not keep anybody waiting. */
export function ProductGrid({ products, onOpen, onAdd }: ProductGridProps) {
  const shown = useDeferredValue(products, products.slice(0, FIRST));
  return (
    <ul className={cx(styles.grid, products.length > MANY && styles.many)}>
      {shown.map((product, at) => (
        <li key={product.id}>
          <ProductCard product={product} onOpen={onOpen} onAdd={onAdd} sizes={SIZES} eager={at < EAGER} />
        </li>
      ))}
    </ul>
  );
}

/** The grid while its products are on their way. */
export function ProductGridSkeleton() {
  return (
    <div className={styles.grid}>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
        <ProductSkeleton key={card} />
      ))}
    </div>
  );
}
