import type { Product } from "../../../../../shared/product.ts";
import type { ProductActions } from "./admin-product-card.tsx";
import { AdminProductCard } from "./admin-product-card.tsx";
import type { WaitingCounts } from "./waiting-counts.ts";
import styles from "./products-tab.module.css";

type ProductCardsProps = ProductActions & {
  products: readonly Product[];
  unofferedPiecesByProduct: ReadonlyMap<string, number>;
  waitingCountsByProduct: Readonly<Record<string, WaitingCounts>>;
};

export function ProductCards({
  products,
  unofferedPiecesByProduct,
  waitingCountsByProduct,
  ...actions
}: ProductCardsProps) {
  return (
    <ul className={styles.grid}>
      {products.map((product) => (
        <AdminProductCard
          key={product.id}
          product={product}
          unofferedPieces={unofferedPiecesByProduct.get(product.id) ?? 0}
          waitingCounts={waitingCountsByProduct[product.id]}
          {...actions}
        />
      ))}
    </ul>
  );
}
