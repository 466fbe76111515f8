import { expect, test } from "vitest";
import { canBeSent } from "../../shared/packing.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";

const paid = { orderStatus: ORDER_STATUS.pending, paymentStatus: "paid", total: 50 } as const;

test.each<[string, boolean, Partial<Parameters<typeof canBeSent>[0]>]>([
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
])("whether an order that %s can be sent: %s", (_, isSent, changes) => {
  expect(canBeSent({ ...paid, ...changes })).toBe(isSent);
});
