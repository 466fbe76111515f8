import { describe, expect, test } from "vitest";
import { shopTime } from "../../../test/support/shop-clock.ts";
import type { DateFilter } from "../../../web/src/features/admin/order-list/dates.ts";
import { datesOfChoice, rangeOf, shopDay } from "../../../web/src/features/admin/order-list/dates.ts";
import {
  DEFAULT_SORTING,
  filterAndSort,
} from "../../../web/src/features/admin/order-list/filter-and-sort.ts";
import { createOrderIndex } from "../../../web/src/features/admin/orders/order-index.ts";
import { orderSummary } from "./orders.ts";

/** 22:30 on Nov 21 in the shop's zone. */
const now = new Date(shopTime("2026-11-21T22:30"));

/** The range of a filter in ISO 8601; 'open' for no bound. */
function textOf(dates: DateFilter): string[] {
  const { fromMs, beforeMs } = rangeOf(dates, now);
  return [fromMs, beforeMs].map((ms) => (Number.isFinite(ms) ? new Date(ms).toISOString() : "open"));
}

describe("the range of a date filter in the shop's zone", () => {
  test.each<[DateFilter, string, string]>([
    [undefined, "open", "open"],
    [{ period: "today" }, "2026-11-21", "2026-11-22"],
    [{ period: "7-days" }, "2026-11-15", "2026-11-22"],
    // In many zones the clocks are set back on Nov 1, one of these days.
    [{ period: "30-days" }, "2026-10-23", "2026-11-22"],
    [{ period: "month" }, "2026-11-01", "2026-11-22"],
    [{ period: "days", from: "2026-03-08", to: "2026-03-08" }, "2026-03-08", "2026-03-09"],
    [{ period: "days", from: "2026-11-02" }, "2026-11-02", "open"],
    [{ period: "days", to: "2026-12-31" }, "open", "2027-01-01"],
    [{ period: "days" }, "open", "open"],
  ])("%j is from %s to %s, at midnight", (dates, ...days) =>
    expect(textOf(dates)).toEqual(days.map((day) => (day === "open" ? day : shopTime(`${day}T00:00`)))),
  );

  test("without a choice is open, and the choice of days begins with today", () => {
    expect(datesOfChoice("", shopDay(now))).toBeUndefined();
    expect(datesOfChoice("month", shopDay(now))).toEqual({ period: "month" });
    expect(datesOfChoice("days", shopDay(now))).toEqual({
      period: "days",
      from: "2026-11-21",
      to: "2026-11-21",
    });
  });
});

test("the list has the orders from the first moment of the range to the last", () => {
  const index = createOrderIndex();
  const times = ["2026-11-21", "2026-11-22"].flatMap((day) => {
    const midnight = shopTime(`${day}T00:00`);
    return [new Date(Date.parse(midnight) - 1).toISOString(), midnight];
  });
  index.put(
    times.map((orderDate) => orderSummary({ orderDate })),
    0,
  );
  const query = {
    ...{ search: "", status: undefined, delivery: undefined, sorting: DEFAULT_SORTING },
    ...{
      includesUnpaid: false,
      showsOnlyAttention: false,
      showsOnlyToPack: false,
      range: rangeOf({ period: "today" }, now),
    },
  };
  expect(filterAndSort(index, query, 0).map(({ order }) => order.orderDate)).toEqual([times[2], times[1]]);
});
