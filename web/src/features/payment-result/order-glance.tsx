import { formatMoney, lineTotal } from "../../../../shared/money.ts";
import type { UrlOrderData } from "../../../../shared/order-data.ts";
import styles from "./order-glance.module.css";

/** What the visitor sent, from the address: shown only until the server has answered. */
export function OrderGlance({ order }: { order: UrlOrderData }) {
  return (
    <section aria-label="Your order" className={`card ${styles.glance}`}>
      <ul className={styles.list}>
        {order.items.map(({ n, q, p }, at) => (
          <li key={at} className={styles.line}>
            <span>
              {q} × {n}
            </span>
            <span className="mono">{formatMoney(lineTotal(p, q))}</span>
          </li>
        ))}
      </ul>
      <p className={`${styles.line} ${styles.total}`}>
        <span>Total</span>
        <span className="mono">{formatMoney(order.total)}</span>
      </p>
    </section>
  );
}
