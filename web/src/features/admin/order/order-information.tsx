import { formatDateTime } from "../../../../../shared/dates.ts";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { PaymentBadge } from "../orders/payment-badge.tsx";
import { StatusSelect } from "../orders/status-select.tsx";
import { summaryOf } from "../orders/summary.ts";
import { Block, Fact, Facts } from "./facts.tsx";
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
            value={saving ?? order.orderStatus}
            describedBy="order-id"
            saving={saving !== undefined}
            onChange={(to) => onStatus(summary, to)}
          />
        </Fact>
        <Fact name="Payment">
          <PaymentBadge status={order.paymentStatus} />
        </Fact>
        {order.shippingInfo && <TrackingForm order={order} onChanged={onChanged} />}
      </Facts>
    </Block>
  );
}
