import { useCallback, useState } from "react";
import { adminMessages } from "../admin-messages.ts";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { canBeSent } from "../../../../../shared/packing.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useDialogHistory } from "../../../ui/use-dialog-history.ts";
import { bottomBarRef } from "../bottom-bar.ts";
import { countText } from "../count-text.ts";
import { downloadCsv } from "../download-csv.ts";
import { focusOrdersHeading } from "../focus-orders.ts";
import { PackingSlips } from "../order-details/packing-slip.tsx";
import { shopDay } from "../order-list/dates.ts";
import type { OrderList } from "../orders/load-orders.ts";
import { toast } from "../toast.ts";
import { carrierCsv } from "./carrier-csv.ts";
import { CompleteFromListDialog } from "./complete-from-list-dialog.tsx";
import { PackDialog } from "./pack-dialog.tsx";
import { ReadOrdersDialog } from "./read-orders-dialog.tsx";
import { heldBackText, resultText } from "./result-text.ts";
import { splitParcels } from "./split-parcels.ts";
import styles from "./selection-bar.module.css";

/** The most orders that are printed or exported at once. */
const MAX_ORDERS_AT_ONCE = 200;

/** Whether a packing slip can be printed. */
const hasSlip = (order: OrderSummary): boolean => order.delivery !== "none" && canBeSent(order);
/** Whether the carrier's file gets a row for the order, from which the carrier makes the parcel's label. */
const hasLabel = (order: OrderSummary): boolean => order.delivery === "ship" && canBeSent(order);

type Task =
  | { kind: "pack" | "complete" }
  | { kind: "read-slips" | "read-parcels"; summaries: readonly OrderSummary[] }
  | { kind: "print"; orders: readonly Order[] };

type SelectionBarProps = {
  selectedOrders: readonly OrderSummary[];
  /** The number of orders that match the search and the filters. */
  totalCount: number;
  list: OrderList | undefined;
  onSelectAll: () => void;
  onClear: () => void;
};

/** The buttons that pack, print, export or complete the selected orders. */
export function SelectionBar({ selectedOrders, totalCount, list, onSelectAll, onClear }: SelectionBarProps) {
  const [task, setTask] = useState<Task>();
  /** Whether all actions are shown. On a phone, the bar shows most actions only after 'More' was pressed. */
  const [showsAll, setShowsAll] = useState(false);
  const endTask = useCallback(() => setTask(undefined), []);
  /** Opens and closes the dialogs that change orders. */
  const dialogHistory = useDialogHistory("selection");
  const openDialog = (kind: "pack" | "complete") => {
    setTask({ kind });
    void dialogHistory.open();
  };
  const closeDialog = () => {
    endTask();
    dialogHistory.close();
  };
  /** Reads the selected orders that `isIncluded` accepts. Shows `noneText` if there are none, and an error if there are too many. */
  const startReading = (
    kind: "read-slips" | "read-parcels",
    isIncluded: (order: OrderSummary) => boolean,
    noneText: string,
  ) => {
    const summaries = selectedOrders.filter(isIncluded);
    if (summaries.length === 0) toast.error(noneText);
    else if (summaries.length > MAX_ORDERS_AT_ONCE)
      toast.error(adminMessages.tooManyOrders(MAX_ORDERS_AT_ONCE));
    else setTask({ kind, summaries });
  };
  /**
   * Splits the loaded orders into those to send and those to open first, because an order may have changed since the list was
   * loaded. If no order is left to send, shows which orders an admin has to open first, or else `noneText`.
   */
  const splitLoadedOrders = (orders: readonly Order[], noneText: string) => {
    const parcels = splitParcels(orders);
    if (parcels.toSend.length === 0) toast.error(heldBackText(selectedOrders, parcels.heldBack) || noneText);
    return parcels;
  };
  const printSlips = (loadedOrders: readonly Order[]) => {
    const { toSend: orders, heldBack } = splitLoadedOrders(loadedOrders, adminMessages.noPackingSlip);
    setTask(orders.length > 0 ? { kind: "print", orders } : undefined);
    if (orders.length > 0 && orders.length < selectedOrders.length) {
      const result = countText(orders.length, "packing slip");
      toast.success(resultText(result, selectedOrders, orders, "nothing to pack", heldBack));
    }
  };
  const exportParcels = (loadedOrders: readonly Order[]) => {
    endTask();
    const { toSend: orders, heldBack } = splitLoadedOrders(loadedOrders, adminMessages.noItemsToShip);
    if (orders.length === 0) return;
    downloadCsv(carrierCsv(orders), `parcels-${shopDay(new Date())}`);
    const result = `${countText(orders.length, "parcel")} exported`;
    toast.success(resultText(result, selectedOrders, orders, "nothing to ship", heldBack));
  };
  const clearSelection = () => {
    // The button disappears with the bar.
    focusOrdersHeading();
    endTask();
    onClear();
  };
  const count = selectedOrders.length;
  // Set while rendering, so that the bar of the next selection shows few actions again.
  if (count === 0 && showsAll) setShowsAll(false);
  if (count === 0 && !task) return null;
  return (
    <>
      {count > 0 && (
        <section
          ref={bottomBarRef}
          className={cx(styles.bar, showsAll && styles.showsAll)}
          aria-label="Selected orders"
          data-bottom-bar=""
        >
          <p role="status" className={styles.count}>
            {count} <span className={styles.noun}>{count === 1 ? "order" : "orders"} </span>selected
          </p>
          <Button
            variant="ghost"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
            className={styles.more}
          >
            {showsAll ? "Less" : "More"}
          </Button>
          <div className={styles.actions}>
            {count < totalCount && (
              <button type="button" className={styles.selectAll} onClick={onSelectAll}>
                Select all {totalCount}
              </button>
            )}
            <Button variant="secondary" icon="check" onClick={() => openDialog("pack")}>
              Mark as packed
            </Button>
            <Button
              variant="secondary"
              icon="print"
              onClick={() => startReading("read-slips", hasSlip, adminMessages.noPackingSlip)}
            >
              Packing slips
            </Button>
            <Button
              variant="secondary"
              icon="truck"
              onClick={() => startReading("read-parcels", hasLabel, adminMessages.noItemsToShip)}
            >
              Carrier CSV
            </Button>
          </div>
          <Button icon="check-circle" onClick={() => openDialog("complete")} className={styles.complete}>
            Complete
          </Button>
          <IconButton icon="close" label="Clear selection" onClick={clearSelection} />
        </section>
      )}
      {dialogHistory.isOpen && task?.kind === "pack" && (
        <PackDialog selectedOrders={selectedOrders} onClose={closeDialog} />
      )}
      {dialogHistory.isOpen && task?.kind === "complete" && (
        <CompleteFromListDialog selectedOrders={selectedOrders} list={list} onClose={closeDialog} />
      )}
      {task?.kind === "read-slips" && (
        <ReadOrdersDialog
          summaries={task.summaries}
          what="packing slips"
          onReady={printSlips}
          onClose={endTask}
        />
      )}
      {task?.kind === "read-parcels" && (
        <ReadOrdersDialog
          summaries={task.summaries}
          what="the carrier's file"
          onReady={exportParcels}
          onClose={endTask}
        />
      )}
      {task?.kind === "print" && <PackingSlips orders={task.orders} onPrinted={endTask} />}
    </>
  );
}
