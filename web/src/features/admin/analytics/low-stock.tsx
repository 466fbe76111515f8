import { Link } from "../../../router/link.tsx";
import type { Analytics, LowStockItem } from "../../../../../shared/analytics.ts";
import { LOW_STOCK, variantLabel } from "../../../../../shared/product.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { productFormUrl } from "../product-list/products-url.ts";
import { FiguresTable } from "./figures-table.tsx";
import { Panel } from "./panel.tsx";
import styles from "./low-stock.module.css";
import type { LowStockProduct } from "./low-stock-products.ts";
import { stockText, lowStockProducts } from "./low-stock-products.ts";

/** The list shows at most this many products; the table shows all. */
const MAX_PRODUCTS = 8;
const keyOf = ({ productId, variantId }: LowStockItem) => `${productId} ${variantId ?? ""}`;
const itemName = (item: LowStockItem) => [item.name, variantLabel(item)].filter(Boolean).join(", ");

function LowStockProductItem({ product }: { product: LowStockProduct }) {
  return (
    <li className={styles.product}>
      <div className={styles.text}>
        <span className={styles.name}>{product.name}</span>
        <ul className={styles.variants}>
          {product.variants.map((item) => (
            <li key={keyOf(item)}>
              <Badge tone={item.available > 0 ? "warn" : "danger"}>
                {[variantLabel(item), stockText(item)].filter(Boolean).join(": ")}
              </Badge>
            </li>
          ))}
        </ul>
      </div>
      <Link
        to={productFormUrl(product.productId)}
        aria-label={`Edit ${product.name}`}
        className={styles.edit}
      >
        <Icon name="edit" size={18} />
        Edit
      </Link>
    </li>
  );
}

/** Products with little stock, best sellers first. */
export function LowStock({ analytics: { runningOut, days } }: { analytics: Analytics }) {
  const products = lowStockProducts(runningOut);
  const hiddenCount = products.length - MAX_PRODUCTS;
  return (
    <Panel
      heading="Stock running out"
      hint={`Fewer left than the product's own warning level, ${LOW_STOCK} if it has none. What sells best comes first.`}
    >
      {products.length === 0 ? (
        <p>Everything is well in stock.</p>
      ) : (
        <>
          <ul className={styles.list}>
            {products.slice(0, MAX_PRODUCTS).map((product) => (
              <LowStockProductItem key={product.productId} product={product} />
            ))}
          </ul>
          {hiddenCount > 0 && (
            <p className={styles.hiddenCount}>And {hiddenCount} more products in the table.</p>
          )}
          <FiguresTable
            caption="Stock running out"
            columns={["Product", "Left", "Held", `All sizes sold in ${days.length} days`]}
            rows={products
              .flatMap(({ variants }) => variants)
              .map((item) => ({
                key: keyOf(item),
                cells: [itemName(item), ...[item.available, item.held, item.pieces].map(String)],
              }))}
          />
        </>
      )}
    </Panel>
  );
}
