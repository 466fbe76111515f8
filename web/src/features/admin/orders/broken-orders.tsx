import type { BrokenOrder } from "../../../../../shared/order.ts";
import { Notice } from "../../../ui/notice.tsx";
import styles from "./broken-orders.module.css";

/** Orders that are there but cannot be shown, by their ids, and what is wrong with each. */
export function BrokenOrders({ orders }: { orders: readonly BrokenOrder[] }) {
  if (orders.length === 0) return null;
  const many = orders.length > 1;
  return (
    <Notice
      tone="danger"
      role="status"
      title={`${orders.length} ${many ? "orders" : "order"} cannot be shown`}
      className={styles.notice}
    >
      <p>
        Part of what is stored of {many ? "them" : "it"} cannot be read. Payments are in Stripe; ask whoever
        operates the shop to mend {many ? "them" : "it"}.
      </p>
      <ul className={styles.list}>
        {orders.map(({ orderId, problems }) => (
          <li key={orderId}>
            <code>{orderId}</code>: {problems.join(", ")}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
