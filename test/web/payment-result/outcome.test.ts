import { expect, test } from "vitest";
import { standingOf } from "../../../web/src/features/payment-result/outcome.ts";
import { receiptFileName } from "../../../web/src/features/payment-result/receipt-file.ts";
import type { Payment } from "../../../web/src/features/payment-result/use-payment.ts";

const payment = (paymentStatus: Payment["paymentStatus"], status: string): Payment => ({
  orderId: "ord_1",
  paymentStatus,
  receipt: {
    orderNumber: "ord_1",
    date: "2026-11-21T12:00:00.000Z",
    customer: { name: "Ada Lovelace", city: "Louisville", state: "KY", zip: "40202" },
    items: [],
    subtotal: 0,
    shipping: 0,
    total: 0,
    delivery: "none",
    paymentMethod: "Credit Card",
    transactionId: "ord_1",
    status,
  },
});

test.each([
  ["paid", "Paid", "paid"],
  ["paid", "Partially refunded", "paid"],
  ["unpaid", "Processing", "processing"],
  ["unpaid", "Unpaid", "unpaid"],
  ["failed", "Failed", "failed"],
  ["expired", "Expired", "expired"],
  ["refunded", "Refunded", "refunded"],
] as const)("%s with the receipt's status %j is shown as %s", (paymentStatus, status, standing) => {
  expect(standingOf(payment(paymentStatus, status))).toBe(standing);
});

test("a saved receipt is named after brand and order", () => {
  expect(receiptFileName("ord_1")).toBe("BourbonVipers-Receipt-ord_1.html");
});
