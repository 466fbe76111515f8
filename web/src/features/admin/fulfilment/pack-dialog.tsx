import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { useFocusReturn } from "../focus-orders.ts";
import { BatchResult } from "./batch-result.tsx";
import styles from "./batch-result.module.css";
import { referencesText } from "./find-order.ts";
import { packingMailsText, packingTitle } from "./packing-text.ts";
import { planPacking } from "./plan-packing.ts";
import { useBatch } from "./use-batch.ts";

const willChange = (order: OrderSummary): boolean => planPacking(order).state === "apply";

/** Marks the selected orders as packed, one after another, and shows a result for each order. */
export function PackDialog({
  selectedOrders,
  onClose,
}: {
  selectedOrders: readonly OrderSummary[];
  onClose: () => void;
}) {
  useFocusReturn();
  const batch = useBatch();
  const changingOrders = selectedOrders.filter(willChange);
  const unchangedOrders = selectedOrders.filter((order) => !willChange(order));
  const changingCount = changingOrders.length;
  const pickUpCount = changingOrders.filter(({ delivery }) => delivery === "pick-up").length;
  const isStarted = batch.rows.length > 0;
  const start = () =>
    batch.start(
      selectedOrders.map((order) => ({
        order,
        plan: planPacking,
        change: { orderStatus: order.orderStatus, packed: true },
      })),
    );
  return (
    <Dialog
      open
      onClose={batch.isRunning ? batch.stop : onClose}
      title={isStarted ? "Marking as packed" : packingTitle(changingCount)}
      wide
      sheet
    >
      {isStarted ? (
        <BatchResult batch={batch} onClose={onClose} />
      ) : (
        <div className={styles.result}>
          {changingCount > 0 && <p>{referencesText(changingOrders)}</p>}
          {unchangedOrders.length > 0 && (
            <p>
              Of the selected orders, {referencesText(unchangedOrders)} will not change: the result says why.
            </p>
          )}
          {changingCount > 0 && <p>{packingMailsText(pickUpCount)}</p>}
          <div className={styles.actions}>
            <Button variant="secondary" onClick={onClose}>
              {changingCount === 0 ? "Close" : "Not yet"}
            </Button>
            <Button icon={changingCount === 0 ? "arrow-right" : "check"} onClick={start}>
              {changingCount === 0 ? "Show why" : "Mark as packed"}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
