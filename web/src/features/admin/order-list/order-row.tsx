import { TableCell, TableRow } from "@aws-amplify/ui-react";
import { memo } from "react";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import type { OrderStatus } from "../../../../../shared/order-status.ts";
import { DELIVERY_LABEL } from "../../../../../shared/order-summary.ts";
import { attentionText } from "../orders/attention-text.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Price } from "../../../ui/price.tsx";
import { EmailText } from "../email-text.tsx";
import { SelectBox } from "../fulfilment/select-box.tsx";
import { deliveryProgress } from "./delivery-progress.ts";
import { ItemLines } from "./item-lines.tsx";
import styles from "./orders-table.module.css";
import { PaymentBadge } from "../orders/payment-badge.tsx";
import { StatusSelect } from "../orders/status-select.tsx";

function DeliveryCell({ order }: { order: OrderSummary }) {
  const { delivery, tracking } = order;
  const progress = deliveryProgress(order);
  if (delivery === undefined) return <span className={styles.note}>–</span>;
  return (
    <>
      {DELIVERY_LABEL[delivery]}
      {progress !== "" && <span className={styles.note}>{progress}</span>}
      {tracking !== undefined && <span className={styles.tracking}>{tracking}</span>}
    </>
  );
}

type OrderRowProps = {
  order: OrderSummary;
  /** The new status of the order while it is being saved. */
  savingStatus: OrderStatus | undefined;
  onStatusChange: (order: OrderSummary, newStatus: OrderStatus) => void;
  onOpen: (orderId: string) => void;
  isSelected: boolean;
  /** `isRange`: whether to select also the orders between this order and the order of the last call. */
  onSelect: (orderId: string, isRange: boolean) => void;
};

/** An order as a table row. While the row has the focus, Enter opens the order, and `x` or Space selects or deselects it. */
export const OrderRow = memo(function OrderRow({
  order,
  savingStatus,
  onStatusChange,
  onOpen,
  isSelected,
  onSelect,
}: OrderRowProps) {
  const { orderId, customer } = order;
  const customerId = `customer-${orderId}`;
  const attention = attentionText(order);
  return (
    <TableRow
      tabIndex={-1}
      data-order={orderId}
      className={cx(styles.row, isSelected && styles.selected)}
      onKeyDown={(event) => {
        const { key, target, currentTarget, shiftKey } = event;
        if (target !== currentTarget) return;
        if (key === "Enter") onOpen(orderId);
        if (key.toLowerCase() !== "x" && key !== " ") return;
        event.preventDefault();
        onSelect(orderId, shiftKey);
      }}
    >
      <TableCell className={cx(styles.select)}>
        <SelectBox
          label={`Select the order of ${customer.name || "No name"}`}
          isSelected={isSelected}
          onSelect={(isRange) => onSelect(orderId, isRange)}
        />
      </TableCell>
      <TableCell className={cx(styles.date)}>
        {order.orderNumber && <span className={styles.number}>{order.orderNumber}</span>}
        <time dateTime={order.orderDate}>{formatShopTime(order.orderDate)}</time>
      </TableCell>
      <TableCell id={customerId}>
        <span className={styles.name}>{customer.name || "No name"}</span>
        <span className={styles.email}>
          <EmailText email={customer.email} />
        </span>
      </TableCell>
      <TableCell>
        <ItemLines items={order.items} />
      </TableCell>
      <TableCell className={cx(styles.delivery)}>
        <DeliveryCell order={order} />
      </TableCell>
      <TableCell className={cx(styles.total, styles.end)}>
        <Price dollars={order.total} className={styles.amount} />
        <PaymentBadge order={order} />
        {attention !== "" && <span className={styles.note}>{attention}</span>}
      </TableCell>
      <TableCell>
        <StatusSelect
          order={order}
          describedBy={customerId}
          savingStatus={savingStatus}
          onChange={(newStatus) => onStatusChange(order, newStatus)}
        />
      </TableCell>
      <TableCell className={cx(styles.actions)}>
        <Button variant="secondary" aria-describedby={customerId} onClick={() => onOpen(orderId)}>
          View
        </Button>
      </TableCell>
    </TableRow>
  );
});
