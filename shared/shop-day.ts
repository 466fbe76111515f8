import { offsetMs } from "./dates.ts";
import { timeZone } from "./site/address-and-hours.ts";

/** The time at which a day ('yyyy-mm-dd') begins in the shop's zone, in ms. */
export function startOfShopDay(day: string): number {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  // The offset at midnight may differ from the offset at midnight in UTC, when the clocks change on this day.
  const guess = utcMidnight - offsetMs(utcMidnight, timeZone);
  return utcMidnight - offsetMs(guess, timeZone);
}
