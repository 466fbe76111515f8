import { formatDateTime } from "../../../../../shared/dates.ts";
import { ORDER_STATUS, statusObstacle } from "../../../../../shared/order-status.ts";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { PaymentBadge } from "../orders/payment-badge.tsx";
import { StatusSelect } from "../orders/status-select.tsx";
import { summaryOf } from "../orders/summary.ts";
import { Block, Fact, Facts } from "./facts.tsx";
import styles from "./order-information.module.css";
import { paymentWords } from "./payment-words.ts";
import { TrackingForm } from "./tracking-form.tsx";

type OrderInformationProps = {
  order: Order;
  saving: OrderStatus | undefined;
  onStatus: (order: OrderSummary, to: OrderStatus) => void;
  onChanged: (order: Order) => void;
};

/** Number, date, status, money, parcel. */
export function OrderInformation({ order, saving, onStatus, onChanged }: OrderInformationProps) {
  const summary = summaryOf(order);
  // A parcel that is known stays on show, whatever became of the money.
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
          <p className={styles.why}>{paymentWords(order)}</p>
        </Fact>
        {order.shippingInfo && isSendable && <TrackingForm order={order} onChanged={onChanged} />}
      </Facts>
    </Block>
  );
}
