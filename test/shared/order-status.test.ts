import { describe, expect, test } from "vitest";
import { type OrderStatus, PaymentStatus, statusRefusal } from "../../shared/order-status.ts";
import { packingRefusal } from "../../shared/packing.ts";
import { canBeReady } from "../../shared/status-mail.ts";

const completionRefusal = (paymentStatus: PaymentStatus, refunding = false) =>
  statusRefusal({ orderStatus: 1, paymentStatus, refunding, total: 25 }, 2);

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

test("only a payment that is processing prevents a cancellation, and an order can always keep its status", () => {
  const message = "The payment of this order is still on its way: it cannot be cancelled.";
  for (const paymentStatus of PaymentStatus.options)
    for (const orderStatus of [1, 2, 3] satisfies OrderStatus[]) {
      const order = { orderStatus, paymentStatus, refunding: true, total: 25 };
      expect(statusRefusal(order, orderStatus)).toBeUndefined();
      const isRefused = paymentStatus === "processing" && orderStatus !== 3;
      expect(statusRefusal(order, 3)).toBe(isRefused ? message : undefined);
    }
});

test("a completed order can be reopened; a cancelled order cannot if its payment was refunded or is being refunded", () => {
  for (const paymentStatus of PaymentStatus.options)
    expect(statusRefusal({ orderStatus: 2, paymentStatus, total: 25 }, 1)).toBeUndefined();
  expect(statusRefusal({ orderStatus: 3, paymentStatus: "paid", total: 25 }, 1)).toBeUndefined();
  expect(statusRefusal({ orderStatus: 3, paymentStatus: "expired", total: 25 }, 1)).toBeUndefined();
  expect(statusRefusal({ orderStatus: 3, paymentStatus: "refunded", total: 25 }, 1)).toBe(
    "This order was refunded: it cannot be reopened.",
  );
  expect(statusRefusal({ orderStatus: 3, paymentStatus: "paid", refunding: true, total: 25 }, 1)).toBe(
    "This order is being refunded: it cannot be reopened.",
  );
});

describe.each([
  ["was refunded", { refunded: 25 }],
  ["was lost in a dispute", { lost: 25 }],
  ["was refunded in part, and the rest was lost in a dispute", { refunded: 10, lost: 15 }],
])("an order that needs attention and whose money %s", (_, amounts) => {
  const order = { paymentStatus: "needs-attention", total: 25, ...amounts } as const;

  test("cannot be completed, reopened, packed or made ready", () => {
    expect(statusRefusal({ ...order, orderStatus: 1 }, 2)).toBe(
      "This order was refunded: it cannot be completed.",
    );
    expect(statusRefusal({ ...order, orderStatus: 3 }, 1)).toBe(
      "This order was refunded: it cannot be reopened.",
    );
    expect(packingRefusal({ ...order, orderStatus: 1 }, "ship")).toBe("This order was refunded.");
    expect(canBeReady({ ...order, orderStatus: 1 }, "pick-up")).toBe(false);
  });
});
