import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { DELIVERY_LABEL } from "../../../../../shared/order-summary.ts";
import { attentionText } from "../orders/attention-text.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Price } from "../../../ui/price.tsx";
import { EmailText } from "../email-text.tsx";
import { SelectBox } from "../fulfilment/select-box.tsx";
import { deliveryProgress } from "./delivery-progress.ts";
import { ItemLines } from "./item-lines.tsx";
import styles from "./orders-cards.module.css";
import type { OrdersListProps } from "./orders-table.tsx";
import { PaymentBadge } from "../orders/payment-badge.tsx";
import { StatusSelect } from "../orders/status-select.tsx";

/** One page of orders as cards, for a window that is too narrow for the table. */
export function OrdersCards({ orders, savingStatuses, onStatusChange, onOpen, selection }: OrdersListProps) {
  return (
    <ul className={styles.cards}>
      {orders.map((order) => {
        const { orderId, customer } = order;
        const progress = deliveryProgress(order);
        return (
          <li key={orderId} className={`card ${styles.card}`}>
            <div className={styles.top}>
              <SelectBox
                label={`Select the order of ${customer.name || "No name"}`}
                isSelected={selection.ids.has(orderId)}
                onSelect={(isRange) => selection.toggle(orderId, isRange)}
              />
              <h3 id={`customer-${orderId}`} className={styles.name}>
                {customer.name || "No name"}
              </h3>
              <Price dollars={order.total} className={styles.amount} />
            </div>
            <div className={styles.meta}>
              <span>
                {order.orderNumber && <span className="mono">{order.orderNumber} · </span>}
                <time dateTime={order.orderDate}>{formatShopTime(order.orderDate)}</time>
              </span>
              <PaymentBadge order={order} />
            </div>
            <p className={styles.detail}>
              {order.delivery !== undefined && `${DELIVERY_LABEL[order.delivery]} · `}
              {progress !== "" && `${progress} · `}
              <EmailText email={customer.email} />
            </p>
            {order.tracking !== undefined && <p className={cx("mono", styles.detail)}>{order.tracking}</p>}
            {attentionText(order) !== "" && <p className={styles.detail}>{attentionText(order)}</p>}
            <ItemLines items={order.items} />
            <div className={styles.actions}>
              <StatusSelect
                order={order}
                describedBy={`customer-${orderId}`}
                savingStatus={savingStatuses.get(orderId)}
                onChange={(newStatus) => onStatusChange(order, newStatus)}
              />
              <Button
                variant="secondary"
                aria-describedby={`customer-${orderId}`}
                onClick={() => onOpen(orderId)}
              >
                View
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
