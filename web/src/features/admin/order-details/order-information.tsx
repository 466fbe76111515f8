import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import { summaryOf } from "../../../../../shared/order-summary.ts";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { PaymentBadge } from "../orders/payment-badge.tsx";
import { StatusSelect } from "../orders/status-select.tsx";
import { DetailsSection, DescriptionItem, DescriptionList } from "./details-section.tsx";
import styles from "./order-information.module.css";
import { paymentText } from "./order-text.ts";
import { StatusMail } from "./status-mail.tsx";

type OrderInformationProps = {
  order: Order;
  /** The new status of the order while it is being saved. */
  savingStatus: OrderStatus | undefined;
  onStatusChange: (order: OrderSummary, newStatus: OrderStatus) => void;
};

export function OrderInformation({ order, savingStatus, onStatusChange }: OrderInformationProps) {
  const summary = summaryOf(order);
  return (
    <DetailsSection heading="Order Information">
      <DescriptionList>
        {order.orderNumber && (
          <DescriptionItem name="Order number">
            <strong className="mono">{order.orderNumber}</strong>
          </DescriptionItem>
        )}
        <DescriptionItem name="Order ID">
          <span id="order-id" className="mono">
            {order.orderId}
          </span>
        </DescriptionItem>
        <DescriptionItem name="Date">{formatShopTime(order.orderDate)}</DescriptionItem>
        <DescriptionItem name="Status">
          <StatusSelect
            order={summary}
            describedBy="order-id"
            savingStatus={savingStatus}
            onChange={(newStatus) => onStatusChange(summary, newStatus)}
          />
        </DescriptionItem>
        <DescriptionItem name="Payment">
          <PaymentBadge order={summary} />
          <p className={styles.paymentText}>{paymentText(order)}</p>
        </DescriptionItem>
        <StatusMail order={order} />
      </DescriptionList>
    </DetailsSection>
  );
}
