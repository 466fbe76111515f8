import type { Product } from "../../../../../shared/product.ts";
import type { ProductActions } from "./admin-product-card.tsx";
import { AdminProductCard } from "./admin-product-card.tsx";
import type { WaitingCounts } from "./waiting-counts.ts";
import styles from "./products-tab.module.css";

type ProductCardsProps = ProductActions & {
  products: readonly Product[];
  unofferedPiecesByProduct: ReadonlyMap<string, number>;
  waitingCountsByProduct: Readonly<Record<string, WaitingCounts>>;
  /** The ids of the products whose change of state is being saved. */
  changingIds: ReadonlySet<string>;
};

export function ProductCards({
  products,
  unofferedPiecesByProduct,
  waitingCountsByProduct,
  changingIds,
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
          isChanging={changingIds.has(product.id)}
          {...actions}
        />
      ))}
    </ul>
  );
}
