import { hasParcelToSend } from "../../../../../shared/packing.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { Attention } from "./attention.tsx";
import { CustomerRequests } from "./customer-requests.tsx";
import { CustomerInformation } from "./customer-information.tsx";
import { DeliverySection } from "./delivery.tsx";
import { Disputes, Refunds } from "./refunds-and-disputes.tsx";
import styles from "./order-dialog.module.css";
import { OrderHistory } from "./order-history.tsx";
import { OrderInformation } from "./order-information.tsx";
import { OrderNotes } from "./order-notes.tsx";
import { OrderItems } from "./order-items.tsx";
import { PackingSlips } from "./packing-slip.tsx";
import { refundableDollars } from "./refund-amount.ts";
import { RefundDialog } from "./refund-dialog.tsx";
import { useOrder } from "../orders/order-queries.ts";
import { UndoBar } from "../orders/undo-bar.tsx";
import { useFocusAfterRemoval } from "../use-focus-after-removal.ts";
import { useNestedDialog } from "../use-nested-dialog.ts";

type OrderDialogProps = {
  orderId: string | undefined;
  /** The new status of the order while it is being saved. */
  savingStatus: OrderStatus | undefined;
  onStatusChange: (order: OrderSummary, newStatus: OrderStatus) => void;
  onClose: () => void;
};

type OrderDetailsProps = Pick<OrderDialogProps, "savingStatus" | "onStatusChange"> & {
  order: Order;
  isRefundOpen: boolean;
};

function OrderDetails({ order, savingStatus, onStatusChange, isRefundOpen }: OrderDetailsProps) {
  const detailsRef = useRef<HTMLDivElement>(null);
  const refundsRef = useRef<HTMLHeadingElement>(null);
  const isRefundable = refundableDollars(order) > 0;
  // After a full refund, the Refund button is gone and cannot get the focus back from the form. Focus another element instead.
  useEffect(() => {
    const isFocusInDialog = document.activeElement?.closest("dialog")?.open === true;
    if (!isRefundOpen && !isRefundable && !isFocusInDialog)
      (refundsRef.current ?? detailsRef.current)?.focus();
  }, [isRefundOpen, isRefundable]);
  // If this or another admin answers a request or acknowledges the order, the form or button that had the focus disappears.
  const focusHandlers = useFocusAfterRemoval(() => detailsRef.current?.focus());
  return (
    <div ref={detailsRef} {...focusHandlers} tabIndex={-1} className={styles.details}>
      {order.paymentStatus === "needs-attention" && <Attention order={order} />}
      {order.requests && order.requests.length > 0 && <CustomerRequests order={order} />}
      <DeliverySection order={order} />
      <div className={styles.columns}>
        <OrderInformation order={order} savingStatus={savingStatus} onStatusChange={onStatusChange} />
        <CustomerInformation order={order} />
      </div>
      <OrderItems order={order} />
      {order.refunds.length > 0 && <Refunds order={order} headingRef={refundsRef} />}
      {order.disputes && order.disputes.length > 0 && <Disputes disputes={order.disputes} />}
      <OrderNotes order={order} />
      <OrderHistory history={order.history} />
      <div className={styles.undo}>
        <UndoBar orderId={order.orderId} />
      </div>
    </div>
  );
}

export function OrderDialog(props: OrderDialogProps) {
  const { orderId, onClose } = props;
  const { order, error, retry } = useOrder(orderId);
  const [isPrinting, setIsPrinting] = useState(false);
  const refundDialog = useNestedDialog("refund");
  /** Whether the admin has opened the refund form of this order. The browser's Forward must not open it for another order. */
  const [hasOpenedRefund, setHasOpenedRefund] = useState(false);
  const openRefund = () => {
    setHasOpenedRefund(true);
    void refundDialog.open();
  };
  const closeRefund = () => {
    setHasOpenedRefund(false);
    refundDialog.close();
  };
  const [previousOrderId, setPreviousOrderId] = useState(orderId);
  if (previousOrderId !== orderId) {
    setPreviousOrderId(orderId);
    setIsPrinting(false);
    setHasOpenedRefund(false);
  }
  const onPrinted = useCallback(() => setIsPrinting(false), []);
  const isRefundOpen = hasOpenedRefund && refundDialog.isOpen;
  const hasParcel = order && hasParcelToSend(order);
  const isRefundable = order && refundableDollars(order) > 0;
  const actions = (hasParcel || isRefundable) && (
    <div className={styles.actions}>
      {hasParcel && (
        <Button variant="secondary" icon="print" onClick={() => setIsPrinting(true)}>
          Packing slip
        </Button>
      )}
      {isRefundable && (
        <Button variant="secondary" icon="refresh" onClick={openRefund}>
          Refund
        </Button>
      )}
    </div>
  );
  return (
    <Dialog
      open={orderId !== undefined}
      onClose={onClose}
      title={
        // The number says which order it is, also while the details scroll.
        <>
          Order Details
          {order?.orderNumber && <span className={styles.number}> {order.orderNumber}</span>}
        </>
      }
      wide
      sheet
      footer={actions}
      className={styles.dialog}
    >
      {order && (
        <OrderDetails {...props} key={`details ${order.orderId}`} order={order} isRefundOpen={isRefundOpen} />
      )}
      {!order && error && (
        <EmptyState
          icon="alert"
          title={error}
          actions={
            <Button variant="secondary" icon="refresh" onClick={retry}>
              Try again
            </Button>
          }
        />
      )}
      {!order && !error && <Spinner large label="Loading order..." />}
      {order && <RefundDialog key={order.orderId} order={order} open={isRefundOpen} onClose={closeRefund} />}
      {order && isPrinting && <PackingSlips orders={[order]} onPrinted={onPrinted} />}
    </Dialog>
  );
}
