import { Table, TableBody, TableCell, TableHead, TableRow } from "@aws-amplify/ui-react";
import type { KeyboardEvent } from "react";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import type { SortKey } from "../orders/order-index.ts";
import type { Sorting } from "./filter-and-sort.ts";
import { sortingAfterClick } from "./filter-and-sort.ts";
import { OrderRow } from "./order-row.tsx";
import styles from "./orders-table.module.css";

export type OrdersListProps = {
  orders: OrderSummary[];
  /** The new status of each order that is being saved, by order id. */
  saving: ReadonlyMap<string, OrderStatus>;
  onStatus: (order: OrderSummary, to: OrderStatus) => void;
  onOpen: (orderId: string) => void;
};

type SortingProps = { sorting: Sorting; onSort: (sorting: Sorting) => void };

type SortHeaderProps = SortingProps & { column: SortKey; label: string; alignEnd?: boolean };

/** A column heading that sorts by its column, and reverses the order when it is the active one. */
function SortHeader({ column, label, sorting, onSort, alignEnd = false }: SortHeaderProps) {
  const active = sorting.key === column;
  return (
    <TableCell
      as="th"
      scope="col"
      {...(active ? { "aria-sort": sorting.direction } : {})}
      className={cx(alignEnd && styles.end)}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(sortingAfterClick(sorting, column))}
      >
        {label}
        <span className={cx(styles.arrow, active && styles.active)}>
          <Icon name={active && sorting.direction === "ascending" ? "arrow-up" : "arrow-down"} size={14} />
        </span>
      </button>
    </TableCell>
  );
}

/** The up and down arrows move the focus from row to row. A select keeps its own arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (event.target instanceof HTMLSelectElement || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest("[data-order]");
  const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

/** One page of orders as a table. */
export function OrdersTable({ orders, saving, onStatus, onOpen, ...sort }: OrdersListProps & SortingProps) {
  return (
    <Table className={styles.table ?? ""}>
      <TableHead>
        <TableRow>
          <SortHeader column="date" label="ORDER DATE" {...sort} />
          <SortHeader column="customer" label="CUSTOMER" {...sort} />
          <TableCell as="th" scope="col">
            ITEMS
          </TableCell>
          <SortHeader column="total" label="TOTAL" alignEnd {...sort} />
          <TableCell as="th" scope="col">
            ORDER STATUS
          </TableCell>
          <TableCell as="th" scope="col">
            ACTIONS
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody onKeyDown={moveFocus}>
        {orders.map((order) => (
          <OrderRow
            key={order.orderId}
            order={order}
            saving={saving.get(order.orderId)}
            onStatus={onStatus}
            onOpen={onOpen}
          />
        ))}
      </TableBody>
    </Table>
  );
}
