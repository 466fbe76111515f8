import type { OrderSummary } from "../../../shared/order.ts";

let made = 0;

/** A paid, pending order of two tees for $50.00, from noon UTC on Nov 20, with the given changes. */
export function orderSummary(given: Partial<OrderSummary> = {}): OrderSummary {
  made += 1;
  const at = given.orderDate ?? "2026-11-20T12:00:00.000Z";
  return {
    orderId: `ord_${String(made).padStart(26, "0")}`,
    orderDate: at,
    createdAt: at,
    updatedAt: at,
    orderStatus: 1,
    paymentStatus: "paid",
    customer: { name: "Ada Lovelace", email: "ada@example.com" },
    items: [{ name: "Angel's Share Tee", quantity: 2, size: "M", color: "Char" }],
    total: 50,
    version: 1,
    ...given,
  };
}
