import { Table, TableBody, TableCell, TableHead, TableRow } from "@aws-amplify/ui-react";
import type { KeyboardEvent } from "react";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import type { Sorting } from "./arrange.ts";
import { OrderRow } from "./order-row.tsx";
import styles from "./orders-table.module.css";
import { SortHeader } from "./sort-header.tsx";

export type OrdersListProps = {
  orders: OrderSummary[];
  saving: ReadonlyMap<string, OrderStatus>;
  onStatus: (order: OrderSummary, to: OrderStatus) => void;
  onOpen: (orderId: string) => void;
};

/** Up and down go from row to row; in a row, Tab goes to what it offers. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (event.target instanceof HTMLSelectElement || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest("[data-order]");
  const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

/** The orders of a page as a table. */
export function OrdersTable({
  orders,
  sorting,
  onSort,
  ...row
}: OrdersListProps & { sorting: Sorting; onSort: (sorting: Sorting) => void }) {
  const sort = { sorting, onSort };
  return (
    <Table className={styles.table ?? ""}>
      <TableHead>
        <TableRow>
          <SortHeader column="date" label="ORDER DATE" {...sort} />
          <SortHeader column="customer" label="CUSTOMER" {...sort} />
          <TableCell as="th" scope="col">
            ITEMS
          </TableCell>
          <SortHeader column="total" label="TOTAL" end {...sort} />
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
            saving={row.saving.get(order.orderId)}
            onStatus={row.onStatus}
            onOpen={row.onOpen}
          />
        ))}
      </TableBody>
    </Table>
  );
}
