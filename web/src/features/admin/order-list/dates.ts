import * as z from "zod/mini";
import { addDays, dayOf } from "../../../../../shared/analytics.ts";
import { startOfDay } from "../../../../../shared/shop-day.ts";
import { timeZone } from "../../../../../shared/site/address-and-hours.ts";

/** The periods that an admin can choose, by their word in the URL. Each period ends today. */
export const PERIOD_LABEL = {
  today: "Today",
  "7-days": "Last 7 days",
  "30-days": "Last 30 days",
  month: "This month",
} as const;
const Period = z.enum(["today", "7-days", "30-days", "month"]);
type Period = z.infer<typeof Period>;

/** Days in the shop's time zone, 'yyyy-mm-dd'. Without `from` or `to` the range is open on that side. */
type DayRange = { from?: string | undefined; to?: string | undefined };
/** A range of days that the admin enters. */
export type ChosenDays = { period: "days" } & DayRange;
/** Undefined for all dates. */
export type DateFilter = { period: Period } | ChosenDays | undefined;

/** A range of times in ms since 1970. `fromMs` is in the range, `beforeMs` is not. */
export type TimeRange = { fromMs: number; beforeMs: number };

const Day = z.iso.date();
const validDay = (text: string | null): string | undefined => z.safeParse(Day, text).data;

/**
 * The filter in a URL: `dates=7-days`, `from=2026-11-01&to=2026-11-30`, or `dates=days` for 'Choose dates' without a day. Invalid
 * values count as absent.
 */
export function readDates(params: URLSearchParams): DateFilter {
  const period = z.safeParse(Period, params.get("dates"));
  if (period.success) return { period: period.data };
  const [from, to] = [validDay(params.get("from")), validDay(params.get("to"))];
  if (!from && !to && params.get("dates") !== "days") return undefined;
  return { period: "days", ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/** The URL's query parameters for a filter. */
export function datesQuery(dates: DateFilter): Record<string, string> {
  if (!dates) return {};
  if (dates.period !== "days") return { dates: dates.period };
  const { from, to } = dates;
  if (!from && !to) return { dates: "days" };
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/** The filter after a choice in the select. `choice`: a period, 'days', or '' for all dates. `today`: 'yyyy-mm-dd'. */
export function datesOfChoice(choice: string, today: string): DateFilter {
  if (choice === "days") return { period: "days", from: today, to: today };
  const period = z.safeParse(Period, choice);
  return period.success ? { period: period.data } : undefined;
}

/** The day ('yyyy-mm-dd') at `now` in the shop's time zone. */
export const shopDay = (now: Date): string => dayOf(now, timeZone);

function daysOf(dates: Exclude<DateFilter, undefined>, today: string): DayRange {
  switch (dates.period) {
    case "today":
      return { from: today, to: today };
    case "7-days":
      return { from: addDays(today, -6), to: today };
    case "30-days":
      return { from: addDays(today, -29), to: today };
    case "month":
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case "days":
      return dates;
  }
}

export const ALL_TIMES: TimeRange = { fromMs: Number.NEGATIVE_INFINITY, beforeMs: Number.POSITIVE_INFINITY };

/** The times from the beginning of the first day to the end of the last day. */
export function rangeOf(dates: DateFilter, now: Date): TimeRange {
  if (!dates) return ALL_TIMES;
  const { from, to } = daysOf(dates, shopDay(now));
  return {
    fromMs: from ? startOfDay(from) : ALL_TIMES.fromMs,
    beforeMs: to ? startOfDay(addDays(to, 1)) : ALL_TIMES.beforeMs,
  };
}
