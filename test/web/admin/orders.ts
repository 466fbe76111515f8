import type { OrderSummary } from "../../../shared/order.ts";

let orderCount = 0;

/** A paid, pending order of two tees for $50.00, from noon UTC on Nov 20, with `changes` applied. */
export function orderSummary(changes: Partial<OrderSummary> = {}): OrderSummary {
  orderCount += 1;
  const orderDate = changes.orderDate ?? "2026-11-20T12:00:00.000Z";
  return {
    orderId: `ord_${String(orderCount).padStart(26, "0")}`,
    orderDate,
    createdAt: orderDate,
    updatedAt: orderDate,
    orderStatus: 1,
    paymentStatus: "paid",
    customer: { name: "Ada Lovelace", email: "ada@example.com" },
    items: [{ name: "Angel's Share Tee", quantity: 2, size: "M", color: "Char" }],
    total: 50,
    version: 1,
    ...changes,
  };
}
