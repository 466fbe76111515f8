import type { Order, OrderSummary } from "../../../../../shared/order.ts";

/** An order as a row of the list. */
export function summaryOf(order: Order): OrderSummary {
  const { orderId, orderDate, createdAt, updatedAt, orderStatus, paymentStatus, version } = order;
  const { firstName = "", lastName = "", email = "" } = order.billingInfo ?? {};
  return {
    orderId,
    orderDate,
    createdAt,
    updatedAt,
    orderStatus,
    paymentStatus,
    ...(order.refunding ? { refunding: true } : {}),
    version,
    customer: { name: [firstName, lastName].filter(Boolean).join(" "), email },
    items: order.items.map(({ name, quantity, size, color }) => ({
      name,
      quantity,
      ...(size ? { size } : {}),
      ...(color ? { color } : {}),
    })),
    total: order.financialInfo.total,
  };
}
