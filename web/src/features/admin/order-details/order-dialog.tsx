import { useCallback, useRef, useState } from "react";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { Attention } from "./attention.tsx";
import { CustomerInformation } from "./customer-information.tsx";
import { Disputes, Refunds } from "./refunds-and-disputes.tsx";
import styles from "./order-dialog.module.css";
import { OrderHistory } from "./order-history.tsx";
import { OrderInformation } from "./order-information.tsx";
import { OrderItems } from "./order-items.tsx";
import { PackingSlip } from "./packing-slip.tsx";
import { refundable } from "./refund-amount.ts";
import { RefundDialog } from "./refund-dialog.tsx";
import { useOrder } from "../orders/order-queries.ts";

type OrderDialogProps = {
  orderId: string | undefined;
  /** The new status of the order while it is being saved. */
  saving: OrderStatus | undefined;
  onStatus: (order: OrderSummary, to: OrderStatus) => void;
  onClose: () => void;
};

function Details({ order, saving, onStatus }: { order: Order } & OrderDialogProps) {
  const details = useRef<HTMLDivElement>(null);
  return (
    <div ref={details} tabIndex={-1} className={styles.details}>
      {order.paymentStatus === "needs-attention" && (
        <Attention order={order} onAcknowledged={() => details.current?.focus()} />
      )}
      <div className={styles.columns}>
        <OrderInformation order={order} saving={saving} onStatus={onStatus} />
        <CustomerInformation order={order} />
      </div>
      <OrderItems order={order} />
      {order.refunds.length > 0 && <Refunds refunds={order.refunds} />}
      {order.disputes && order.disputes.length > 0 && <Disputes disputes={order.disputes} />}
      <OrderHistory history={order.history} />
    </div>
  );
}

/** The details of one order. */
export function OrderDialog(props: OrderDialogProps) {
  const { orderId, onClose } = props;
  const { order, error, retry } = useOrder(orderId);
  const [printing, setPrinting] = useState(false);
  const [refunding, setRefunding] = useState(false);
  // The browser's 'back' closes both dialogs at once; another order must not open with the refund dialog.
  const [seen, setSeen] = useState(orderId);
  if (seen !== orderId) {
    setSeen(orderId);
    setPrinting(false);
    setRefunding(false);
  }
  const onPrinted = useCallback(() => setPrinting(false), []);
  const actions = order && (
    <div className={styles.actions}>
      <Button variant="secondary" icon="print" onClick={() => setPrinting(true)}>
        Packing slip
      </Button>
      {refundable(order) > 0 && (
        <Button variant="secondary" icon="refresh" onClick={() => setRefunding(true)}>
          Refund
        </Button>
      )}
    </div>
  );
  return (
    <Dialog open={orderId !== undefined} onClose={onClose} title="Order Details" wide sheet footer={actions}>
      {order ? (
        <Details {...props} key={order.orderId} order={order} />
      ) : error ? (
        <EmptyState
          icon="alert"
          title={error}
          actions={
            <Button variant="secondary" icon="refresh" onClick={retry}>
              Try again
            </Button>
          }
        />
      ) : (
        <Spinner large label="Loading order..." />
      )}
      {order && (
        <RefundDialog
          key={order.orderId}
          order={order}
          open={refunding}
          onClose={() => setRefunding(false)}
        />
      )}
      {order && printing && <PackingSlip order={order} onPrinted={onPrinted} />}
    </Dialog>
  );
}
