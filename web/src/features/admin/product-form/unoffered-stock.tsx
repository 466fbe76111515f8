import type { Product } from "../../../../../shared/product.ts";
import type { ProductStock } from "../../../../../shared/stock.ts";
import styles from "./unoffered-stock.module.css";
import { UnofferedRow } from "./unoffered-row.tsx";

type UnofferedStockProps = {
  product: Product;
  /** Where its pieces are, once that is known. */
  stock: ProductStock | undefined;
  onMoved: (stock: ProductStock) => void;
};

/** Pieces that nobody can buy, for they are in sizes or colors that are no longer offered: move them, or write them off. */
export function UnofferedStock({ product, stock, onMoved }: UnofferedStockProps) {
  if (!stock || stock.unoffered.length === 0) return null;
  return (
    <section className={`card ${styles.card}`} aria-labelledby="unoffered-heading">
      <h3 id="unoffered-heading" className={styles.heading}>
        No longer offered
      </h3>
      <ul className={styles.rows}>
        {stock.unoffered.map((row) => (
          <UnofferedRow key={row.variantId ?? ""} product={product} row={row} onMoved={onMoved} />
        ))}
      </ul>
    </section>
  );
}
