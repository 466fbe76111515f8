import { expect, test } from "vitest";
import type { OrderPage, OrderStep } from "../../../shared/order-page.ts";
import { delivery } from "../../../shared/site/delivery.ts";
import {
  DISPUTED_LEAD,
  partReturnedByBank,
  refundTexts,
  restOnItsWayText,
  RETURNED_BY_BANK,
  returnedText,
} from "../../../shared/site/refund-texts.ts";
import { headlineOf, nextSteps } from "../../../web/src/features/order/order-text.ts";
import { payment } from "../checkout/payments.ts";

/** The page of an order of $40 that is to be shipped. `status` is the text on its receipt. */
const pageOf = (steps: OrderStep[], status: string, refunded = 0): OrderPage => ({
  receipt: { ...payment("paid", status).receipt, delivery: "ship", total: 40, refunded },
  ...{ isConfirmed: true, refunded, refunds: [], may: {}, requests: [] },
  steps: steps.map((step, i) => ({ step, at: new Date(i).toISOString() })),
});

const withReceipt = (page: OrderPage, changes: Partial<OrderPage["receipt"]>): OrderPage => ({
  ...page,
  receipt: { ...page.receipt, ...changes },
});

test.each([
  ["Your order is paid", ["packed", "sent"], pageOf(["paid"], "Paid")],
  ["Your order is paid", ["packed", "sent"], pageOf(["paid"], "Partially refunded", 39.99)],
  ["Your order was refunded", [], pageOf(["paid"], "Refunded", 40)],
  ["Your order was refunded", [], pageOf(["paid"], "Paid, being looked at", 40)],
  ["Your order was refunded", [], pageOf(["paid", "sent"], "Refunded")],
  [refundTexts.refunding.title, [], pageOf(["paid"], "Being refunded")],
  [refundTexts["refund-failed"].title, [], pageOf(["paid"], "Refund failed")],
  [refundTexts.disputed.title, [], pageOf(["paid"], "Disputed at your bank")],
  [
    "Your order is on hold",
    [],
    withReceipt(pageOf(["paid"], "Paid, being looked at"), { noDelivery: "disputed" }),
  ],
  [
    "Your order is on hold",
    [],
    withReceipt(pageOf(["paid"], "Paid, being looked at"), { noDelivery: "dispute-lost" }),
  ],
  [
    "Your order was refunded",
    [],
    withReceipt(pageOf(["paid"], "Paid, being looked at", 15), { returnedByBank: 25 }),
  ],
  ["Your order was cancelled", [], pageOf(["paid", "cancelled"], "Disputed at your bank")],
  ["Your order was cancelled", [], pageOf(["paid", "cancelled"], "Refunded", 40)],
  ["Your order was cancelled", [], pageOf(["cancelled", "paid"], "Being refunded")],
])("the order page '%s' has the next steps %j (%#)", (title, next, page) => {
  expect(headlineOf(page).title).toBe(title);
  expect(nextSteps(page)).toEqual(next);
});

test("the page of a disputed order says that the bank decides, also if the order was cancelled", () => {
  for (const steps of [["paid"], ["paid", "cancelled"]] as const)
    expect(headlineOf(pageOf([...steps], "Disputed at your bank")).lead).toBe(DISPUTED_LEAD);
});

test("the page of an order whose refund is requested, done or failed promises no delivery", () => {
  for (const status of ["Refunded", "Being refunded", "Refund failed"])
    expect(headlineOf(pageOf(["paid"], status)).lead).not.toContain(delivery.ship.pending);
});

test("the page of an order says what the bank has returned, also if the order was cancelled", () => {
  for (const steps of [["paid"], ["paid", "cancelled"]] as const) {
    const leadOf = (status: string, refunded: number, returnedByBank: number) =>
      headlineOf(withReceipt(pageOf([...steps], status, refunded), { returnedByBank })).lead;
    expect(leadOf("Refunded", 0, 40)).toBe(RETURNED_BY_BANK);
    expect(leadOf("Refunded", 15, 25)).toBe(returnedText({ refunded: 15, returnedByBank: 25 }));
    expect(leadOf("Being refunded", 0, 25)).toBe(restOnItsWayText({ returnedByBank: 25 }));
  }
  const partlyReturned = withReceipt(pageOf(["paid", "cancelled"], "Partially refunded"), {
    returnedByBank: 25,
  });
  expect(headlineOf(partlyReturned).lead).toContain(partReturnedByBank(25));
});
