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
  savingStatuses: ReadonlyMap<string, OrderStatus>;
  onStatusChange: (order: OrderSummary, newStatus: OrderStatus) => void;
  onOpen: (orderId: string) => void;
};

type SortingProps = { sorting: Sorting; onSort: (sorting: Sorting) => void };

type SortHeaderProps = SortingProps & { column: SortKey; label: string; alignEnd?: boolean };

/** A column heading that sorts the table by the column. Another click reverses the direction. */
function SortHeader({ column, label, sorting, onSort, alignEnd = false }: SortHeaderProps) {
  const isActive = sorting.key === column;
  return (
    <TableCell
      as="th"
      scope="col"
      {...(isActive ? { "aria-sort": sorting.direction } : {})}
      className={cx(alignEnd && styles.end)}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(sortingAfterClick(sorting, column))}
      >
        {label}
        <span className={cx(styles.arrow, isActive && styles.active)}>
          <Icon name={isActive && sorting.direction === "ascending" ? "arrow-up" : "arrow-down"} size={14} />
        </span>
      </button>
    </TableCell>
  );
}

/** Moves the focus from row to row with the arrow keys, except in a select, which uses the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (event.target instanceof HTMLSelectElement || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest("[data-order]");
  const nextRow = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  if (!(nextRow instanceof HTMLElement)) return;
  event.preventDefault();
  nextRow.focus();
}

/** One page of orders as a table. */
export function OrdersTable(props: OrdersListProps & SortingProps) {
  const { orders, savingStatuses, onStatusChange, onOpen, ...sort } = props;
  return (
    <Table className={styles.table ?? ""}>
      <TableHead>
        <TableRow>
          <SortHeader column="date" label="ORDER DATE" {...sort} />
          <SortHeader column="customer" label="CUSTOMER" {...sort} />
          <TableCell as="th" scope="col">
            ITEMS
          </TableCell>
          <TableCell as="th" scope="col">
            DELIVERY
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
            savingStatus={savingStatuses.get(order.orderId)}
            onStatusChange={onStatusChange}
            onOpen={onOpen}
          />
        ))}
      </TableBody>
    </Table>
  );
}
