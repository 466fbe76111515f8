import { describe, expect, test } from "vitest";
import { ORDER_STATUS, PaymentStatus, statusRefusal } from "../../shared/order-status.ts";
import { packingRefusal } from "../../shared/packing.ts";
import { canBeReady } from "../../shared/status-mail.ts";

const { pending, completed, cancelled } = ORDER_STATUS;
const completionRefusal = (paymentStatus: PaymentStatus, refunding = false) =>
  statusRefusal({ orderStatus: pending, paymentStatus, refunding, total: 25 }, completed);

test.each(["unpaid", "failed", "expired"] as const)(
  "an order that is %s cannot be completed",
  (paymentStatus) => {
    expect(completionRefusal(paymentStatus)).toBe("This order is not paid: it cannot be completed.");
  },
);

test.each([
  ["processing", false, "The payment of this order is still on its way: it cannot be completed."],
  ["refunded", false, "The money of this order went back: it cannot be completed."],
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

test("of the payment statuses, only 'processing' prevents a cancellation, and an order can always keep its status", () => {
  const message = "The payment of this order is still on its way: it cannot be cancelled.";
  for (const paymentStatus of PaymentStatus.options)
    for (const orderStatus of [pending, completed, cancelled]) {
      const order = { orderStatus, paymentStatus, refunding: true, total: 25 };
      expect(statusRefusal(order, orderStatus)).toBeUndefined();
      const isRefused = paymentStatus === "processing" && orderStatus !== cancelled;
      expect(statusRefusal(order, cancelled)).toBe(isRefused ? message : undefined);
    }
});

test("a completed order can be reopened; a cancelled order cannot if its payment was refunded or is being refunded", () => {
  for (const paymentStatus of PaymentStatus.options)
    expect(statusRefusal({ orderStatus: completed, paymentStatus, total: 25 }, pending)).toBeUndefined();
  expect(
    statusRefusal({ orderStatus: cancelled, paymentStatus: "paid", total: 25 }, pending),
  ).toBeUndefined();
  expect(
    statusRefusal({ orderStatus: cancelled, paymentStatus: "expired", total: 25 }, pending),
  ).toBeUndefined();
  expect(statusRefusal({ orderStatus: cancelled, paymentStatus: "refunded", total: 25 }, pending)).toBe(
    "The money of this order went back: it cannot be reopened.",
  );
  expect(
    statusRefusal({ orderStatus: cancelled, paymentStatus: "paid", refunding: true, total: 25 }, pending),
  ).toBe("This order is being refunded: it cannot be reopened.");
});

describe.each([
  ["was refunded", { refunded: 25 }],
  ["was lost in a dispute", { lost: 25 }],
  ["was refunded in part, and the rest was lost in a dispute", { refunded: 10, lost: 15 }],
])("an order that needs attention and whose money %s", (_, amounts) => {
  const order = { paymentStatus: "needs-attention", total: 25, ...amounts } as const;

  test("cannot be completed, reopened, packed or made ready", () => {
    expect(statusRefusal({ ...order, orderStatus: pending }, completed)).toBe(
      "The money of this order went back: it cannot be completed.",
    );
    expect(statusRefusal({ ...order, orderStatus: cancelled }, pending)).toBe(
      "The money of this order went back: it cannot be reopened.",
    );
    expect(packingRefusal({ ...order, orderStatus: pending }, "ship")).toBe(
      "The money of this order went back.",
    );
    expect(canBeReady({ ...order, orderStatus: pending }, "pick-up")).toBe(false);
  });
});
