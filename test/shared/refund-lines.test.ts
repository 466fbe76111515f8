import { expect, test } from "vitest";
import { shippedOrder } from "../../infra/mail-samples/sample-orders.ts";
import type { Order } from "../../shared/order.ts";
import { isShippingRefundable, priceOfParts, refundableQuantity } from "../../shared/part-prices.ts";
import { partsRefusal, partsText, restockableQuantity, restockRefusal } from "../../shared/refund-lines.ts";
import { proposedDollars } from "../../web/src/features/admin/order-details/refund-amount.ts";
import {
  pickableLines,
  pickAll,
  toLinePieces,
  toRestockLines,
} from "../../web/src/features/admin/orders/picked-lines.ts";

const item = (changes: Partial<Order["items"][number]>): Order["items"][number] => ({
  productId: "prd_tee",
  name: "Tee",
  quantity: 3,
  priceEach: 19.99,
  category: "shirts",
  weight: 1,
  ...changes,
});
const refund = (changes: Partial<Order["refunds"][number]>): Order["refunds"][number] => ({
  refundId: "rfd_1",
  amount: 1,
  status: "succeeded",
  reason: "Refunded by the shop",
  at: "2026-11-21T10:00:00.000Z",
  ...changes,
});
const order: Order = {
  ...shippedOrder,
  items: [item({ size: "M", restocked: 1 }), item({ name: "Mug", quantity: 1, priceEach: 10 })],
  financialInfo: { subtotal: 69.97, shipping: 10, total: 79.97, refunded: 0 },
  refunds: [
    refund({ lines: [{ line: 0, quantity: 1 }] }),
    refund({ status: "requested", lines: [{ line: 1, quantity: 1 }] }),
    refund({ status: "failed", lines: [{ line: 0, quantity: 2 }], shipping: true }),
  ],
};

test("pieces can be refunded once, and put back in stock once", () => {
  expect([0, 1, 2].map((line) => refundableQuantity(order, line))).toEqual([2, 0, 0]);
  expect([0, 1, 2].map((line) => restockableQuantity(order, line))).toEqual([2, 1, 0]);
  expect(restockableQuantity({ ...order, unfulfilled: "sold-out" }, 0)).toBe(0);
  expect(isShippingRefundable(order)).toBe(true);
  expect(isShippingRefundable({ ...order, refunds: [refund({ shipping: true })] })).toBe(false);
});

test.each([
  [{ lines: [{ line: 0, quantity: 2 }], shipping: true }, undefined],
  [{ lines: [{ line: 0, quantity: 3 }] }, "At most 2 × Tee (M) can still be refunded."],
  [{ lines: [{ line: 1, quantity: 1 }] }, "At most 0 × Mug can still be refunded."],
  [{ lines: [{ line: 2, quantity: 1 }] }, "This order has no such line."],
  [{ lines: [0, 0].map((line) => ({ line, quantity: 1 })) }, "Each line can be given only once."],
])("the refusal of %j is %j", (parts, refusal) => {
  expect(partsRefusal(order, parts)).toBe(refusal);
});

test("the text of a refund names its parts, and the refusal of a restock says 'put back in stock'", () => {
  expect(partsText(order, { lines: [{ line: 0, quantity: 2 }], shipping: true })).toBe(
    "2 × Tee (M), shipping",
  );
  expect(partsText(order, {})).toBe("");
  const ticket = item({ name: "Gala", category: "ticket" });
  const orderWithTickets = { ...order, items: [ticket, { ...ticket, name: "Taping", size: "VIP" }] };
  const seats = (line: number, ...chosen: number[]) => ({ line, quantity: chosen.length, seats: chosen });
  expect(partsText(orderWithTickets, { lines: [seats(0, 1), seats(1, 0, 2)] })).toBe(
    "1 × Gala (ticket 2 of 6), 2 × Taping (VIP) (tickets 4 and 6 of 6)",
  );
  expect(restockRefusal(order, [{ line: 0, quantity: 3 }])).toBe(
    "At most 2 × Tee (M) can still be put back in stock.",
  );
});

test("the proposed amount is the price of the chosen parts, at most what can be refunded; without parts, none", () => {
  const parts = { lines: [{ line: 0, quantity: 2 }], shipping: true };
  expect(priceOfParts(order, parts)).toBe(49.98);
  expect(proposedDollars(order, parts, 79.97)).toBe(49.98);
  expect(proposedDollars(order, parts, 12.5)).toBe(12.5);
  expect(proposedDollars(order, { lines: undefined, shipping: false }, 12.5)).toBeUndefined();
});

test("only lines with refundable pieces can be chosen, and a restock has at most the restockable pieces", () => {
  const lines = pickableLines(order, (line) => refundableQuantity(order, line));
  expect(lines).toEqual([{ line: 0, name: "Tee (M)", max: 2 }]);
  expect(toLinePieces(pickAll(lines))).toEqual([{ line: 0, quantity: 2 }]);
  expect(toRestockLines(pickAll(lines), () => 1)).toEqual([{ line: 0, quantity: 1 }]);
  expect(toRestockLines(pickAll(lines), () => 0)).toBeUndefined();
});
