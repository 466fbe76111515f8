import { describe, expect, test } from "vitest";
import { addDays, averageOrderValue, dayOf, daysUpTo } from "../../shared/analytics.ts";

const LOUISVILLE = "America/Kentucky/Louisville";

describe("calendar days:", () => {
  test.each([
    ["2026-07-01T03:59:59.999Z", "2026-06-30"],
    ["2026-07-01T04:00:00.000Z", "2026-07-01"],
    ["2026-01-01T04:59:59.999Z", "2025-12-31"],
    ["2026-01-01T05:00:00.000Z", "2026-01-01"],
    // The night in which the clocks go forward, and the one in which they go back.
    ["2026-03-08T06:59:00.000Z", "2026-03-08"],
    ["2026-11-02T04:59:00.000Z", "2026-11-01"],
  ])("the moment %s is on %s in Louisville", (moment, day) => {
    expect(dayOf(new Date(moment), LOUISVILLE)).toBe(day);
  });

  test.each([
    ["2026-02-28", 1, "2026-03-01"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2026-01-01", -1, "2025-12-31"],
    ["2026-03-08", 1, "2026-03-09"],
  ])("%s plus %i days is %s", (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected);
  });

  test("a period of some days ends with the given day", () => {
    expect(daysUpTo("2026-03-01", 3)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  });
});

test("the average order value is the paid amount divided by the orders, and undefined without orders", () => {
  expect(averageOrderValue({ paid: 0, orders: 0 })).toBeUndefined();
  expect(averageOrderValue({ paid: 90, orders: 4 })).toBe(22.5);
});
