/** Pure: when an order is expected to arrive. Days are 'yyyy-mm-dd' in the shop's time zone. */
import { offsetMs } from "./dates.ts";
import type { Arrival } from "./order.ts";
import type { DayRange, ShippingSettings } from "./shipping-settings.ts";
import { timeZone } from "./site/address-and-hours.ts";

const DAY_MS = 86_400_000;

/** Midnight of a day in UTC, in ms: the arithmetic of days needs no time zone. */
const midnightMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const isoDayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const isBusinessDay = (ms: number, closedOn: readonly string[]): boolean => {
  const weekday = new Date(ms).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !closedOn.includes(isoDayOf(ms));
};

/** The search for a business day ends after this many days, in case the settings close every day. */
const MAX_SEARCH_DAYS = 400;

/** The business day that is `count` business days after `day`, or after the next business day if `day` is not one. */
function addBusinessDays(day: string, count: number, closedOn: readonly string[]): string {
  let ms = midnightMs(day);
  let remainingDays = isBusinessDay(ms, closedOn) ? count : count + 1;
  for (let days = 0; remainingDays > 0 && days < MAX_SEARCH_DAYS; days++) {
    ms += DAY_MS;
    if (isBusinessDay(ms, closedOn)) remainingDays--;
  }
  return isoDayOf(ms);
}

/** The local day and hour in a time zone (an IANA name). */
function localTime(nowMs: number, zone: string): { day: string; hour: number } {
  const local = new Date(nowMs + offsetMs(nowMs, zone));
  return { day: isoDayOf(+local), hour: local.getUTCHours() };
}

/**
 * When an order that is placed now arrives in a country; undefined if the settings do not say. An order at or
 * after the cut-off hour, or on a day that is no business day, counts as placed on the next business day.
 */
export function arrivalOf(
  { countries, handling }: ShippingSettings,
  country: string,
  nowMs: number,
  zone: string = timeZone,
): Arrival | undefined {
  const transit = Object.hasOwn(countries, country) ? countries[country]?.transitDays : undefined;
  if (!handling || !transit) return undefined;
  const { days: handlingDays, cutOffHour, closedOn = [] } = handling;
  const { day, hour } = localTime(nowMs, zone);
  const isAfterCutOff = isBusinessDay(midnightMs(day), closedOn) && hour >= cutOffHour;
  const handlingStart = addBusinessDays(day, isAfterCutOff ? 1 : 0, closedOn);
  const arrivalDay = (bound: keyof DayRange): string => {
    const dayOfShipping = addBusinessDays(handlingStart, handlingDays[bound], closedOn);
    return addBusinessDays(dayOfShipping, transit[bound], closedOn);
  };
  return { from: arrivalDay("from"), to: arrivalDay("to") };
}
