import { expect, test } from "vitest";
import { wasMailedBefore } from "../../../web/src/features/admin/orders/mailed-before.ts";

/** A history in which the n-th change came `seconds` after the start. */
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
  ["an order that was only placed", [[0, "placed", ""]], false],
] as const)("%s: the customer was told before: %s", (_, changes, expected) => {
  expect(wasMailedBefore(historyOf(...changes.map(([...change]) => change)))).toBe(expected);
});
