import { expect, test } from "vitest";
import { shippedOrder } from "../../infra/mail-samples/sample-orders.ts";
import { mailWaitMs, wasMailedBefore } from "../../shared/due-mail.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { noMailReason, statusMailOf } from "../../shared/status-mail.ts";

const { pending, completed, cancelled } = ORDER_STATUS;
/** A history of these changes. `seconds` counts from the start of 2026-11-20 in UTC. */
const historyOf = (...changes: [seconds: number, what: string, to: string][]) =>
  changes.map(([seconds, what, to]) => ({
    at: new Date(Date.UTC(2026, 10, 20) + seconds * 1000).toISOString(),
    by: "ada",
    what,
    to,
  }));

test.each([
  ["a first completion", false, [[0, "status", "Completed"]]],
  [
    "a completion after one that was mailed",
    true,
    [
      [0, "status", "Completed"],
      [20, "status", "Pending"],
      [30, "status", "Completed"],
    ],
  ],
  [
    "a completion after one that was undone before its mail",
    false,
    [
      [0, "status", "Completed"],
      [8, "status", "Pending"],
      [30, "status", "Completed"],
    ],
  ],
  [
    "another tracking number",
    false,
    [
      [0, "status", "Completed"],
      [20, "tracking", "1Z"],
    ],
  ],
  [
    "a tracking number that is removed after its mail",
    true,
    [
      [0, "tracking", "1Z"],
      [0, "status", "Completed"],
      [20, "tracking", ""],
    ],
  ],
  [
    "an order that is ready for the second time",
    true,
    [
      [0, "ready to be picked up", "yes"],
      [20, "ready to be picked up", "no"],
      [21, "ready to be picked up", "yes"],
    ],
  ],
  [
    "a tracking number that another one replaced for longer than the mail waits",
    false,
    [
      [0, "status", "Completed"],
      [0, "tracking", "1Z"],
      [20, "tracking", "1Y"],
      [40, "tracking", "1Z"],
    ],
  ],
  [
    "a tracking number that another one replaced for 5 s",
    true,
    [
      [0, "status", "Completed"],
      [0, "tracking", "1Z"],
      [20, "tracking", "1Y"],
      [25, "tracking", "1Z"],
    ],
  ],
  [
    "a completion after a cancellation",
    false,
    [
      [0, "status", "Completed"],
      [20, "status", "Cancelled"],
      [22, "status", "Completed"],
    ],
  ],
  [
    "a cancellation after one that was undone for 2 s",
    true,
    [
      [0, "status", "Cancelled"],
      [3, "status", "Pending"],
      [5, "status", "Cancelled"],
    ],
  ],
  [
    "a cancellation after one that was undone for 37 s",
    false,
    [
      [0, "status", "Cancelled"],
      [3, "status", "Pending"],
      [40, "status", "Cancelled"],
    ],
  ],
  ["an order that was only placed", false, [[0, "placed", ""]]],
] as const)("the customer was mailed before about %s: %s", (_, expected, changes) => {
  expect(wasMailedBefore(historyOf(...changes.map(([...change]) => change)))).toBe(expected);
});

test("the wait until a mail can be sent again ends 15 s after the change; without a mail there is no wait", () => {
  const history = historyOf([0, "status", "Completed"], [1, "email sent again", ""]);
  const start = Date.UTC(2026, 10, 20);
  expect(mailWaitMs(history, start + 14_000)).toBe(1000);
  expect(mailWaitMs(history, start + 15_000)).toBe(0);
  expect(mailWaitMs(historyOf([0, "placed", ""]), start)).toBe(0);
});

const { items } = shippedOrder;
const parts = { items, refunds: [] };

test.each([
  [pending, 0, "order-ready"],
  [pending, 50, undefined],
  [completed, 20, "order-completed"],
  [completed, 50, undefined],
  [cancelled, 50, "order-cancelled"],
] as const)(
  "an order that needs attention, with status %i and $%i of $50 refunded, gets the mail '%s'",
  (orderStatus, refunded, mail) => {
    const financialInfo = { subtotal: 50, shipping: 0, total: 50, refunded };
    const payment = { orderStatus, paymentStatus: "needs-attention", financialInfo } as const;
    expect(statusMailOf({ ...payment, ...parts, ready: true })).toBe(mail);
  },
);

test.each([
  ["no mail that an order is ready while its payment is disputed", pending, "open", 40, undefined],
  ["no mail that an order is ready after a part of its payment was lost", pending, "lost", 40, undefined],
  ["no mail that an order is ready after its payment was lost", pending, "lost", 50, undefined],
  [
    "the mail that an order was completed, although its payment is disputed",
    completed,
    "open",
    50,
    "order-completed",
  ],
  ["no mail that an order was completed after its payment was lost", completed, "lost", 50, undefined],
  [
    "the mail that an order was cancelled after its payment was lost",
    cancelled,
    "lost",
    50,
    "order-cancelled",
  ],
] as const)("the customer gets %s", (_, orderStatus, status, amount, mail) => {
  const at = "2026-11-20T12:00:00.000Z";
  const order = {
    ...({ orderStatus, paymentStatus: "needs-attention", ready: true, ...parts } as const),
    financialInfo: { subtotal: 50, shipping: 0, total: 50, refunded: 0, withdrawn: amount },
    disputes: [{ disputeId: "dp_1", status, amount, withdrawn: amount, reason: "", at }],
    attention: [
      {
        cause: status === "open" ? ("disputed" as const) : ("dispute-lost" as const),
        about: "dp_1",
        since: at,
      },
    ],
  };
  expect(statusMailOf(order)).toBe(mail);
  if (mail === undefined)
    expect(noMailReason(order)).toMatch(status === "open" || amount < 50 ? /dispute/ : /went back/);
});

test("no mail says that an order is ready if all of its items are back in stock, and the reason says so", () => {
  const backOnSale = items.map((item) => ({ ...item, restocked: item.quantity }));
  const order = { ...shippedOrder, items: backOnSale, ready: true };
  expect(statusMailOf(order)).toBeUndefined();
  expect(noMailReason(order)).toMatch(/No item of this order is left to be picked up/);
});
