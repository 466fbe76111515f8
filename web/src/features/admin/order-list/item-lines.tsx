import type { OrderSummary } from "../../../../../shared/order.ts";
import { itemLabel } from "./csv.ts";
import styles from "./item-lines.module.css";

/** How many items are listed before '+ 2 more'. */
const SHOWN = 3;

/** The first items of an order, one a line. */
export function ItemLines({ items }: { items: OrderSummary["items"] }) {
  const more = items.length - SHOWN;
  return (
    <ul className={styles.items}>
      {items.slice(0, SHOWN).map((item, i) => (
        <li key={i}>{itemLabel(item)}</li>
      ))}
      {more > 0 && <li className={styles.more}>+ {more} more</li>}
    </ul>
  );
}
