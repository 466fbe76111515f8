import { Table, TableBody, TableCell, TableHead, TableRow } from "@aws-amplify/ui-react";
import type { KeyboardEvent } from "react";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import type { SortKey } from "../orders/order-index.ts";
import { SortHeader } from "../sort-header.tsx";
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
  const { orders, savingStatuses, onStatusChange, onOpen, sorting, onSort } = props;
  const sortBy = (column: SortKey) => ({
    direction: sorting.key === column ? sorting.direction : undefined,
    onSort: () => onSort(sortingAfterClick(sorting, column)),
  });
  return (
    <Table className={styles.table ?? ""}>
      <TableHead>
        <TableRow>
          <SortHeader {...sortBy("date")} label="ORDER DATE" />
          <SortHeader {...sortBy("customer")} label="CUSTOMER" />
          <TableCell as="th" scope="col">
            ITEMS
          </TableCell>
          <TableCell as="th" scope="col">
            DELIVERY
          </TableCell>
          <SortHeader {...sortBy("total")} label="TOTAL" className={styles.end} />
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
