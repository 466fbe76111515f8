import { expect, test } from "vitest";
import { shippedOrder } from "../../infra/mail-samples/sample-orders.ts";
import type { AttentionCause } from "../../shared/attention.ts";
import { receiptMail } from "../../shared/mails/order-mails.ts";
import type { Order } from "../../shared/order.ts";
import { receiptOf } from "../../shared/receipt.ts";

const attention = (...causes: AttentionCause[]): Partial<Order> => ({
  paymentStatus: "needs-attention",
  attention: causes.map((cause) => ({ cause, about: "req_1", since: "2026-11-21T15:04:00.000Z" })),
});
const refunded = (amount: number) => ({
  financialInfo: { ...shippedOrder.financialInfo, refunded: amount },
});

test.each([
  [attention("something-wrong", "address-changed"), "Paid"],
  [{ ...attention("asks-to-cancel"), ...refunded(12.5) }, "Partially refunded"],
  [attention("something-wrong", "disputed"), "Paid, being looked at"],
])("a customer's own request leaves the payment's status as it is: %j", (change, status) => {
  const order: Order = { ...shippedOrder, ...change };
  expect(receiptOf(order, { full: true, hasCodes: false }).status).toBe(status);
  expect(receiptMail({ ...order, hasCodes: false }, "https://shop.example").html).toContain(status);
});
