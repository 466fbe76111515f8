import { Table, TableBody, TableCell, TableHead, TableRow } from "@aws-amplify/ui-react";
import type { KeyboardEvent } from "react";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { cx } from "../../../ui/class-names.ts";
import type { SortKey } from "../orders/order-index.ts";
import { SelectBox } from "../fulfilment/select-box.tsx";
import type { Selection } from "../fulfilment/use-selection.ts";
import { type SortDirection, SortHeader } from "../sort-header.tsx";
import type { Sorting } from "./filter-and-sort.ts";
import { OrderRow } from "./order-row.tsx";
import styles from "./orders-table.module.css";

export type OrdersListProps = {
  orders: OrderSummary[];
  /** The new status of each order that is being saved, by order id. */
  savingStatuses: ReadonlyMap<string, OrderStatus>;
  onStatusChange: (order: OrderSummary, newStatus: OrderStatus) => void;
  onOpen: (orderId: string) => void;
  selection: Selection;
  /** Selects all orders of the filter, also those of other pages. */
  onSelectAll: () => void;
};

type SortingProps = { sorting: Sorting; onSort: (sorting: Sorting) => void };

/**
 * Moves the focus from row to row with the arrow keys, except in a select, which uses the arrow keys itself. With Shift, also
 * selects the row that gets the focus.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>, selection: Selection) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (event.target instanceof HTMLSelectElement || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest("[data-order]");
  const targetRow = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  if (!(targetRow instanceof HTMLElement)) return;
  event.preventDefault();
  targetRow.focus();
  const id = targetRow.dataset["order"];
  if (event.shiftKey && id !== undefined && !selection.ids.has(id)) selection.toggle(id, false);
}

/** One page of orders as a table. */
export function OrdersTable(props: OrdersListProps & SortingProps) {
  const { orders, savingStatuses, onStatusChange, onOpen, selection, onSelectAll, sorting, onSort } = props;
  const selectedCount = orders.filter(({ orderId }) => selection.ids.has(orderId)).length;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset["order"] !== undefined;
    moveFocus(event, selection);
    if (!isOnRow) return;
    if (event.key === "Escape") selection.clear();
    if (event.key.toLowerCase() !== "a" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onSelectAll();
  };
  const sortProps = (column: SortKey) => ({
    direction: sorting.key === column ? sorting.direction : undefined,
    onSort: (direction: SortDirection) => onSort({ key: column, direction }),
  });
  return (
    <Table className={styles.table ?? ""}>
      <TableHead>
        <TableRow>
          <TableCell as="th" scope="col" className={styles.select ?? ""}>
            <SelectBox
              label="Select all orders of this page"
              isSelected={selectedCount === orders.length}
              isPartlySelected={selectedCount > 0}
              onSelect={() => selection.setSelected(orders, selectedCount < orders.length)}
            />
          </TableCell>
          <SortHeader {...sortProps("date")} label="ORDER DATE" className={styles.dateColumn} />
          <SortHeader {...sortProps("customer")} label="CUSTOMER" className={styles.customerColumn} />
          <TableCell as="th" scope="col">
            ITEMS
          </TableCell>
          <TableCell as="th" scope="col" className={styles.deliveryColumn ?? ""}>
            DELIVERY
          </TableCell>
          <SortHeader {...sortProps("total")} label="TOTAL" className={cx(styles.totalColumn, styles.end)} />
          <TableCell as="th" scope="col" className={styles.statusColumn ?? ""}>
            ORDER STATUS
          </TableCell>
          <TableCell as="th" scope="col" className={styles.actionsColumn ?? ""}>
            ACTIONS
          </TableCell>
        </TableRow>
      </TableHead>
      <TableBody onKeyDown={onKeyDown}>
        {orders.map((order) => (
          <OrderRow
            key={order.orderId}
            order={order}
            savingStatus={savingStatuses.get(order.orderId)}
            onStatusChange={onStatusChange}
            onOpen={onOpen}
            isSelected={selection.ids.has(order.orderId)}
            onSelect={selection.toggle}
          />
        ))}
      </TableBody>
    </Table>
  );
}
