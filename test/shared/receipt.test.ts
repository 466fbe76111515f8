import { expect, test } from "vitest";
import { shippedOrder } from "../../infra/mail-samples/sample-orders.ts";
import type { AttentionCause } from "../../shared/attention.ts";
import { receiptMail } from "../../shared/mails/order-mails.ts";
import type { Order } from "../../shared/order.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { receiptDocument } from "../../shared/receipt-html.ts";
import { receiptOf } from "../../shared/receipt.ts";
import { delivery } from "../../shared/site/delivery.ts";

const attentionFields = (...causes: AttentionCause[]): Partial<Order> => ({
  paymentStatus: "needs-attention",
  attention: causes.map((cause) => ({ cause, about: "req_1", since: "2026-11-21T15:04:00.000Z" })),
});
const refundedFields = (amount: number) => ({
  financialInfo: { ...shippedOrder.financialInfo, refunded: amount },
});

test.each([
  [attentionFields("something-wrong", "address-changed"), "Paid"],
  [{ ...attentionFields("asks-to-cancel"), ...refundedFields(12.5) }, "Partially refunded"],
  [attentionFields("something-wrong", "disputed"), "Paid, being looked at"],
])("the receipt of an order with %j has the status '%s'", (change, status) => {
  const order: Order = { ...shippedOrder, ...change };
  expect(receiptOf(order, { isFull: true, issuesTickets: false }).status).toBe(status);
  expect(receiptMail({ ...order, issuesTickets: false }, "https://shop.example").html).toContain(status);
});

/** The text of the saved receipt and of the mail. */
function textsOf(order: Order): string[] {
  const savedHtml = receiptDocument(receiptOf(order, { isFull: true, issuesTickets: false }));
  return [
    savedHtml.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " "),
    receiptMail({ ...order, issuesTickets: false }, "https://shop.example").text.replaceAll(/:?\s+/g, " "),
  ];
}

const { total } = shippedOrder.financialInfo;
test.each([
  [12.5, "-$12.50", `$${(total - 12.5).toFixed(2)}`],
  [total, `-$${total.toFixed(2)}`, "$0.00"],
])(
  "the receipt of an order with $%d refunded has rows for the refund and for what remains paid",
  (amount, minus, rest) => {
    for (const text of textsOf({ ...shippedOrder, ...refundedFields(amount) }))
      expect(text).toContain(`Total $${total.toFixed(2)} Refunded ${minus} Paid after refunds ${rest}`);
  },
);

test("the receipt of an order of which a dispute was lost has a row for what the bank returned", () => {
  const { createdAt: at } = shippedOrder;
  const dispute = { disputeId: "dp_1", status: "lost" as const, amount: 70, withdrawn: 70, reason: "", at };
  const order = { ...shippedOrder, disputes: [dispute], ...refundedFields(12.5) };
  const financialInfo = { ...order.financialInfo, withdrawn: 70 };
  for (const text of textsOf({ ...order, financialInfo }))
    expect(text).toContain(
      `Refunded -$12.50 Returned by your bank -$70.00 Paid after refunds $${(total - 82.5).toFixed(2)}`,
    );
});

test("a pending refund has no row in the receipt", () => {
  const { createdAt: at } = shippedOrder;
  const refunds: Order["refunds"] = [{ refundId: "r", amount: 5, status: "pending", reason: "", at }];
  for (const text of textsOf({ ...shippedOrder, refunds }))
    expect(text).not.toMatch(/Refunded|after refunds/);
});

test("a receipt counts pieces as refunded if their refund has succeeded, and all pieces if the whole total was refunded", () => {
  const { createdAt: at, financialInfo } = shippedOrder;
  const refund = (status: Order["refunds"][number]["status"]): Order["refunds"][number] => ({
    refundId: status,
    amount: 38,
    status,
    reason: "",
    at,
    lines: [{ line: 1, quantity: 1 }],
  });
  const receiptWith = (change: Partial<Order>) =>
    receiptOf({ ...shippedOrder, ...change }, { isFull: true, issuesTickets: false });
  const countsWith = (change: Partial<Order>) => receiptWith(change).items.map((item) => item.refunded);
  expect(countsWith({ refunds: [refund("failed"), refund("pending")] })).toEqual(
    shippedOrder.items.map(() => undefined),
  );
  const partlyRefunded = { refunds: [refund("succeeded"), refund("failed")], ...refundedFields(38) };
  expect(countsWith(partlyRefunded)).toEqual(
    shippedOrder.items.map((_, line) => (line === 1 ? 1 : undefined)),
  );
  const savedHtml = receiptDocument(receiptWith(partlyRefunded));
  expect(savedHtml.match(/\d of \d refunded/g)).toEqual(["1 of 2 refunded"]);
  expect(countsWith(refundedFields(financialInfo.total))).toEqual(
    shippedOrder.items.map(({ quantity }) => quantity),
  );
});

test("the mail with the receipt of a free order says that there was nothing to pay, and mentions no payment", () => {
  const { subtotal, shipping } = shippedOrder.financialInfo;
  const financialInfo = { subtotal, discount: subtotal + shipping, shipping, total: 0, refunded: 0 };
  const { text } = receiptMail(
    { ...shippedOrder, financialInfo, issuesTickets: false },
    "https://shop.example",
  );
  expect(text).toContain("There was nothing to pay for your order. Here is your receipt.");
  expect(text).not.toMatch(/payment has arrived|proof/);
});

test("a receipt promises no parcel if all items were refunded before they were sent", () => {
  const { createdAt: at, items } = shippedOrder;
  const lines = items.map(({ quantity }, line) => ({ line, quantity }));
  const refunds: Order["refunds"] = [
    { refundId: "r", amount: 5, status: "succeeded", reason: "", at, lines },
  ];
  const order = { ...shippedOrder, refunds, issuesTickets: false };
  expect(receiptMail(order, "https://shop.example").text).not.toContain(delivery.ship.pending);
  expect(receiptMail({ ...order, refunds: [] }, "https://shop.example").text).toContain(
    delivery.ship.pending,
  );
  const sentOrder = { ...order, orderStatus: ORDER_STATUS.completed };
  expect(receiptOf(sentOrder, { isFull: true, issuesTickets: false }).delivery).toBe("ship");
});
