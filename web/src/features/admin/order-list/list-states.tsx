import type { BrokenOrder } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import styles from "./list-states.module.css";

/** The outline of the list until its first rows are loaded. */
export function OrdersSkeleton({ rows }: { rows: number }) {
  return (
    <div className={`card ${styles.skeleton}`} aria-busy="true">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className={styles.row}>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ))}
    </div>
  );
}

/** Shown when there are no orders, or none that match. */
export function NoOrders({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <div className="card">
      <EmptyState
        icon={filtered ? "search" : "bag"}
        title={filtered ? "No orders found" : "No orders yet"}
        actions={
          filtered && (
            <Button variant="secondary" onClick={onClear}>
              Clear search and filter
            </Button>
          )
        }
      >
        {filtered ? "Try another search or status." : "The first one appears here by itself."}
      </EmptyState>
    </div>
  );
}

/** Orders whose stored data cannot be read: their ids, and what is wrong with each. */
export function BrokenOrders({ orders }: { orders: readonly BrokenOrder[] }) {
  if (orders.length === 0) return null;
  const many = orders.length > 1;
  return (
    <Notice
      tone="danger"
      role="status"
      title={`${orders.length} ${many ? "orders" : "order"} cannot be shown`}
      className={styles.broken}
    >
      <p>
        Part of what is stored of {many ? "them" : "it"} cannot be read. Payments are in Stripe; ask whoever
        operates the shop to mend {many ? "them" : "it"}.
      </p>
      <ul className={styles.brokenList}>
        {orders.map(({ orderId, problems }) => (
          <li key={orderId}>
            <code>{orderId}</code>: {problems.join(", ")}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
