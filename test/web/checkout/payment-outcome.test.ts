import { expect, test } from "vitest";
import {
  DISPUTED_LEAD,
  REFUND_FAILED_LEAD,
  refundTexts,
  restOnItsWayText,
  RETURNED_BY_BANK,
  returnedText,
} from "../../../shared/site/refund-texts.ts";
import { outcomeOf, outcomeText } from "../../../web/src/features/checkout/payment/payment-outcome.ts";
import { payment } from "./payments.ts";

test.each([
  ["paid", "Paid", "paid"],
  ["paid", "Partially refunded", "paid"],
  ["unpaid", "Processing", "processing"],
  ["unpaid", "Unpaid", "unpaid"],
  ["failed", "Failed", "failed"],
  ["expired", "Expired", "expired"],
  ["refunded", "Refunded", "refunded"],
  ["refund-failed", "Refund failed", "refund-failed"],
  ["disputed", "Disputed at your bank", "disputed"],
] as const)(
  "a payment with status %s and the receipt's status %j has the outcome %s",
  (paymentStatus, status, outcome) => {
    expect(outcomeOf(payment(paymentStatus, status))).toBe(outcome);
  },
);

test.each([
  ["paid", "paid-twice", "Payment Successful!", /second payment goes back/],
  ["paid", "cancelled", "Order Cancelled", /cancelled afterwards/],
  ["expired", "cancelled", "Order Cancelled", /No charges/],
  ["failed", undefined, "Payment Failed", /Nothing was taken/],
  ["refunding", "sold-out", "Sold out: your money goes back", /last of these items was sold/],
  ["refund-failed", "sold-out", "Sold out: your refund did not go through", REFUND_FAILED_LEAD],
  ["refund-failed", "cancelled", "Order cancelled: your refund did not go through", REFUND_FAILED_LEAD],
  ["disputed", "sold-out", "Sold out: your bank decides about your payment", DISPUTED_LEAD],
  ["disputed", "cancelled", "Order cancelled: your bank decides about your payment", DISPUTED_LEAD],
  ["refunded", "cancelled", refundTexts.refunded.title, /was cancelled/],
] as const)(
  "a payment with status %s and the reason %s has the title '%s' and a lead that explains it",
  (paymentStatus, reason, title, lead) => {
    const text = outcomeText({ ...payment(paymentStatus, "Paid"), reason });
    expect(text.title).toBe(title);
    expect(text.lead).toMatch(lead);
  },
);

test("a cancelled order whose payment is still being processed is shown as cancelled, and its money as going back", () => {
  const { title, lead } = outcomeText({ ...payment("unpaid", "Processing"), reason: "cancelled" });
  expect([title, lead]).toEqual(["Order Cancelled", expect.stringMatching(/all of it goes back/)]);
});

test.each([
  ["refunded", 0, RETURNED_BY_BANK],
  ["refunded", 30, returnedText({ refunded: 30, returnedByBank: 70 })],
  ["refunding", 0, restOnItsWayText({ returnedByBank: 70 })],
] as const)(
  "the text about a payment with status %s, $%i refunded and $70 returned by the bank says what the bank returned",
  (paymentStatus, refunded, lead) => {
    const { receipt, ...fields } = payment(paymentStatus);
    for (const reason of [undefined, "cancelled"] as const)
      expect(
        outcomeText({ ...fields, reason, receipt: { ...receipt, refunded, returnedByBank: 70 } }).lead,
      ).toBe(lead);
  },
);
