import { addDays, dayOf, PERIODS } from "../../shared/analytics.ts";
import type { Difference } from "../../shared/books.ts";
import { startOfDay } from "../../shared/shop-day.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import type { Counters } from "../analytics/sale.ts";
import { readDays } from "../analytics/sales-table.ts";
import { addFiguresOf, compareDay } from "./compare-sale.ts";
import { changedOrderIds, changeKeyAt, readSales } from "./read-orders.ts";
import { addFinding, type Run } from "./run.ts";

/** How many days Analytics can show, today included: the longest period, and the period of the same length before it. */
const SHOWN_DAY_COUNT = 2 * Math.max(...PERIODS);

export const readFigures = async (day: string): Promise<Counters> =>
  (await readDays(day, day)).get(day) ?? new Map<string, number>();

/**
 * Whether a day's figures can be compared: they did not change while the sales were read, and all sales can be read.
 */
export const areFiguresComparable = (run: Run, day: string, before: Counters, after: Counters): boolean =>
  !compareDay(day, before, after) && ![...run.unreadable].some((key) => key.startsWith("SALES#"));

/**
 * Compares days whose figures differed in earlier runs. Reads the sales of all orders that have changed since the day. A
 * difference stays open if its day cannot be compared now, and is dropped if Analytics can no longer show its day.
 */
export async function compareDaysAgain(run: Run, differences: readonly Difference[]): Promise<void> {
  const oldestShownDay = addDays(dayOf(run.now, timeZone), 1 - SHOWN_DAY_COUNT);
  for (const difference of differences) {
    const { day = "" } = difference;
    if (day < oldestShownDay) continue;
    const figuresBefore = await readFigures(day);
    const sums = await sumSales(run, day);
    const figuresAfter = await readFigures(day);
    if (sums && areFiguresComparable(run, day, figuresBefore, figuresAfter))
      addFinding(run, compareDay(day, sums, figuresAfter));
    else run.findings.push({ difference });
  }
}

/** The sum of the sales of a day; undefined if the run is out of time. */
async function sumSales(run: Run, day: string): Promise<Counters | undefined> {
  const sums: Counters = new Map();
  for await (const { ids } of changedOrderIds(changeKeyAt(new Date(startOfDay(day))), run.now)) {
    if (run.isTimeUp()) return undefined;
    for (const sale of (await readSales(ids, run.unreadable)).values()) addFiguresOf(sale, day, sums);
  }
  return sums;
}
