import { expect, test } from "vitest";
import { shippedOrder } from "../../infra/mail-samples/sample-orders.ts";
import { canBeSent, hasParcelToSend } from "../../shared/packing.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";

const paidOrder = { orderStatus: ORDER_STATUS.pending, paymentStatus: "paid", total: 50 } as const;

test.each<[description: string, canSend: boolean, changes: Partial<Parameters<typeof canBeSent>[0]>]>([
  ["is paid", true, {}],
  ["is completed", true, { orderStatus: ORDER_STATUS.completed }],
  ["was refunded in part", true, { paymentStatus: "partially-refunded", refunded: 10 }],
  ["needs attention", true, { paymentStatus: "needs-attention" }],
  ["needs attention and was refunded", false, { paymentStatus: "needs-attention", refunded: 50 }],
  ["needs attention and was lost in a dispute", false, { paymentStatus: "needs-attention", lost: 50 }],
  ["was refunded", false, { paymentStatus: "refunded", refunded: 50 }],
  ["is being refunded", false, { refunding: true }],
  ["is not paid", false, { paymentStatus: "unpaid" }],
  ["is cancelled", false, { orderStatus: ORDER_STATUS.cancelled }],
  ["was erased", false, { erased: true }],
])("an order that %s can be sent: %s", (_, canSend, changes) => {
  expect(canBeSent({ ...paidOrder, ...changes })).toBe(canSend);
});

test("an order whose items were sold out before its payment is not sent, also if its refund has failed", () => {
  expect(hasParcelToSend(shippedOrder)).toBe(true);
  const soldOutOrder = { ...shippedOrder, unfulfilled: "sold-out", refundFailed: true } as const;
  expect(hasParcelToSend({ ...soldOutOrder, paymentStatus: "needs-attention" })).toBe(false);
});

test("an order is not sent if only its tickets are left", () => {
  const { createdAt: at, items } = shippedOrder;
  const lines = items.flatMap(({ category, quantity }, line) =>
    category === "ticket" ? [] : [{ line, quantity }],
  );
  const refund = { refundId: "r", amount: 5, status: "succeeded", reason: "", at, lines } as const;
  expect(hasParcelToSend({ ...shippedOrder, refunds: [refund] })).toBe(false);
});
