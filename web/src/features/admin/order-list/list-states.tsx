import type { BrokenOrder } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import styles from "./list-states.module.css";

/** A placeholder for the list until the first rows are loaded. */
export function OrdersSkeleton({ rowCount }: { rowCount: number }) {
  return (
    <div className={`card ${styles.skeleton}`} aria-busy="true">
      {Array.from({ length: rowCount }, (_, i) => (
        <div key={i} className={styles.row}>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ))}
    </div>
  );
}

/** Shown if there are no orders, or if no order matches the search and the filters. */
export function NoOrders({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <div className="card">
      <EmptyState
        icon={isFiltered ? "search" : "bag"}
        title={isFiltered ? "No orders found" : "No orders yet"}
        actions={
          isFiltered && (
            <Button variant="secondary" onClick={onClear}>
              Clear search and filter
            </Button>
          )
        }
      >
        {isFiltered ? "Try another search or filter." : "The first one appears here by itself."}
      </EmptyState>
    </div>
  );
}

/** Lists the orders whose stored data cannot be read, with the id and the problems of each order. */
export function BrokenOrders({ orders }: { orders: readonly BrokenOrder[] }) {
  if (orders.length === 0) return null;
  const isPlural = orders.length > 1;
  return (
    <Notice
      tone="danger"
      role="status"
      title={`${orders.length} ${isPlural ? "orders" : "order"} cannot be shown`}
      className={styles.broken}
    >
      <p>
        Part of what is stored of {isPlural ? "them" : "it"} cannot be read. Payments are in Stripe; ask an
        operator of the shop to mend {isPlural ? "them" : "it"}.
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
