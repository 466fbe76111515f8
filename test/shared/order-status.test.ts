import { expect, test } from "vitest";
import {
  type OrderStatus,
  type PaymentStatus,
  PaymentStatus as AnyPaymentStatus,
} from "../../shared/order-status.ts";
import { statusRefusal } from "../../shared/order-status.ts";

const completionRefusal = (paymentStatus: PaymentStatus, refunding = false) =>
  statusRefusal({ orderStatus: 1, paymentStatus, refunding }, 2);

test.each(["unpaid", "failed", "expired"] as const)(
  "an order that is %s cannot be completed",
  (paymentStatus) => {
    expect(completionRefusal(paymentStatus)).toBe("This order is not paid: it cannot be completed.");
  },
);

test.each([
  ["processing", false, "The payment of this order is still on its way: it cannot be completed."],
  ["refunded", false, "This order was refunded: it cannot be completed."],
  ["paid", true, "This order is being refunded: it cannot be completed."],
  ["needs-attention", true, "This order is being refunded: it cannot be completed."],
] as const)(
  "an order that is %s (being refunded: %j) cannot be completed: %s",
  (paymentStatus, refunding, message) => {
    expect(completionRefusal(paymentStatus, refunding)).toBe(message);
  },
);

test.each(["paid", "partially-refunded", "needs-attention"] as const)(
  "an order that is %s can be completed",
  (paymentStatus) => {
    expect(completionRefusal(paymentStatus)).toBeUndefined();
  },
);

test("any order can be cancelled unless its payment is processing; keeping the status is always possible", () => {
  const message = "The payment of this order is still on its way: it cannot be cancelled.";
  for (const paymentStatus of AnyPaymentStatus.options)
    for (const orderStatus of [1, 2, 3] satisfies OrderStatus[]) {
      const order = { orderStatus, paymentStatus, refunding: true };
      expect(statusRefusal(order, orderStatus)).toBeUndefined();
      const isRefused = paymentStatus === "processing" && orderStatus !== 3;
      expect(statusRefusal(order, 3)).toBe(isRefused ? message : undefined);
    }
});

test("a completed order can be reopened; a cancelled order only if its payment was not refunded", () => {
  for (const paymentStatus of AnyPaymentStatus.options)
    expect(statusRefusal({ orderStatus: 2, paymentStatus }, 1)).toBeUndefined();
  expect(statusRefusal({ orderStatus: 3, paymentStatus: "paid" }, 1)).toBeUndefined();
  expect(statusRefusal({ orderStatus: 3, paymentStatus: "expired" }, 1)).toBeUndefined();
  expect(statusRefusal({ orderStatus: 3, paymentStatus: "refunded" }, 1)).toBe(
    "This order was refunded: it cannot be reopened.",
  );
  expect(statusRefusal({ orderStatus: 3, paymentStatus: "paid", refunding: true }, 1)).toBe(
    "This order is being refunded: it cannot be reopened.",
  );
});
