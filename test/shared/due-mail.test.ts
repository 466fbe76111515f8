import { expect, test } from "vitest";
import { mailWaitMs, wasMailedBefore } from "../../shared/due-mail.ts";
import { statusMailOf } from "../../shared/status-mail.ts";

/** A history of these changes. `seconds` is the time of a change after the start. */
const historyOf = (...changes: [seconds: number, what: string, to: string][]) =>
  changes.map(([seconds, what, to]) => ({
    at: new Date(Date.UTC(2026, 10, 20) + seconds * 1000).toISOString(),
    by: "ada",
    what,
    to,
  }));

test.each([
  ["a first completion", [[0, "status", "Completed"]], false],
  [
    "a completion after one that was mailed",
    [
      [0, "status", "Completed"],
      [20, "status", "Pending"],
      [30, "status", "Completed"],
    ],
    true,
  ],
  [
    "a completion after one that was undone before its mail",
    [
      [0, "status", "Completed"],
      [8, "status", "Pending"],
      [30, "status", "Completed"],
    ],
    false,
  ],
  [
    "another tracking number",
    [
      [0, "status", "Completed"],
      [20, "tracking", "1Z"],
    ],
    false,
  ],
  [
    "a number that is removed after its mail",
    [
      [0, "tracking", "1Z"],
      [0, "status", "Completed"],
      [20, "tracking", ""],
    ],
    true,
  ],
  [
    "an order that is ready for the second time",
    [
      [0, "ready to be picked up", "yes"],
      [20, "ready to be picked up", "no"],
      [21, "ready to be picked up", "yes"],
    ],
    true,
  ],
  [
    "a number that another one replaced for longer than the mail waits",
    [
      [0, "status", "Completed"],
      [0, "tracking", "1Z"],
      [20, "tracking", "1Y"],
      [40, "tracking", "1Z"],
    ],
    false,
  ],
  [
    "a number that another one replaced for a moment",
    [
      [0, "status", "Completed"],
      [0, "tracking", "1Z"],
      [20, "tracking", "1Y"],
      [25, "tracking", "1Z"],
    ],
    true,
  ],
  [
    "a completion after a cancellation",
    [
      [0, "status", "Completed"],
      [20, "status", "Cancelled"],
      [22, "status", "Completed"],
    ],
    false,
  ],
  [
    "a cancellation after one that was taken back for a moment",
    [
      [0, "status", "Cancelled"],
      [3, "status", "Pending"],
      [5, "status", "Cancelled"],
    ],
    true,
  ],
  [
    "a cancellation after one that was taken back for longer",
    [
      [0, "status", "Cancelled"],
      [3, "status", "Pending"],
      [40, "status", "Cancelled"],
    ],
    false,
  ],
  ["an order that was only placed", [[0, "placed", ""]], false],
] as const)("whether the customer was mailed before about %s: %s", (_, changes, expected) => {
  expect(wasMailedBefore(historyOf(...changes.map(([...change]) => change)))).toBe(expected);
});

test("a mail is not sent again while it may still be on its way", () => {
  const history = historyOf([0, "status", "Completed"], [1, "email sent again", ""]);
  const start = Date.UTC(2026, 10, 20);
  expect(mailWaitMs(history, start + 14_000)).toBe(1000);
  expect(mailWaitMs(history, start + 15_000)).toBe(0);
  expect(mailWaitMs(historyOf([0, "placed", ""]), start)).toBe(0);
});

test.each([
  [1, 0, "order-ready"],
  [1, 50, undefined],
  [2, 20, "order-completed"],
  [2, 50, undefined],
  [3, 50, "order-cancelled"],
] as const)(
  "an order that needs attention, with status %i and $%i of $50 refunded: %s",
  (orderStatus, refunded, mail) => {
    const financialInfo = { subtotal: 50, shipping: 0, total: 50, refunded };
    const order = { orderStatus, paymentStatus: "needs-attention", ready: true, financialInfo } as const;
    expect(statusMailOf(order)).toBe(mail);
  },
);
