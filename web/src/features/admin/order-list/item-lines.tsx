import type { OrderSummary } from "../../../../../shared/order.ts";
import { itemLabel } from "../orders/item-label.ts";
import styles from "./item-lines.module.css";

/** The most items that are shown. For an order with more items, '+ 2 more' follows. */
const MAX_ITEMS = 3;

/** The first items of an order, one per line. */
export function ItemLines({ items }: { items: OrderSummary["items"] }) {
  const hiddenCount = items.length - MAX_ITEMS;
  return (
    <ul className={styles.items}>
      {items.slice(0, MAX_ITEMS).map((item, i) => (
        <li key={i}>{itemLabel(item)}</li>
      ))}
      {hiddenCount > 0 && <li className={styles.hiddenCount}>+ {hiddenCount} more</li>}
    </ul>
  );
}
