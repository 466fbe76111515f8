import { formatDateTime } from "../../../../../shared/dates.ts";
import { ORDER_STATUS, statusObstacle } from "../../../../../shared/order-status.ts";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { PaymentBadge } from "../orders/payment-badge.tsx";
import { StatusSelect } from "../orders/status-select.tsx";
import { summaryOf } from "../orders/order-queries.ts";
import { Block, Fact, Facts } from "./facts.tsx";
import styles from "./order-information.module.css";
import { paymentText } from "./order-words.ts";
import { TrackingForm } from "./tracking-form.tsx";

type OrderInformationProps = {
  order: Order;
  saving: OrderStatus | undefined;
  onStatus: (order: OrderSummary, to: OrderStatus) => void;
};

/** The order's id, date, status, payment and tracking number. */
export function OrderInformation({ order, saving, onStatus }: OrderInformationProps) {
  const summary = summaryOf(order);
  // A known tracking number stays visible after a refund.
  const isSendable = order.tracking !== undefined || !statusObstacle(order, ORDER_STATUS.completed);
  return (
    <Block heading="Order Information">
      <Facts>
        <Fact name="Order ID">
          <span id="order-id" className="mono">
            {order.orderId}
          </span>
        </Fact>
        <Fact name="Date">{formatDateTime(order.orderDate)}</Fact>
        <Fact name="Status">
          <StatusSelect
            order={order}
            describedBy="order-id"
            saving={saving}
            onChange={(to) => onStatus(summary, to)}
          />
        </Fact>
        <Fact name="Payment">
          <PaymentBadge order={order} />
          <p className={styles.why}>{paymentText(order)}</p>
        </Fact>
        {order.shippingInfo && isSendable && <TrackingForm order={order} />}
      </Facts>
    </Block>
  );
}
