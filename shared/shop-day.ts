import { offsetMs } from "./dates.ts";
import { timeZone } from "./site/address-and-hours.ts";

/** The time at which a day ('yyyy-mm-dd') begins in a zone (an IANA name), by default the shop's, in ms. */
export function startOfDay(day: string, zone: string = timeZone): number {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  // The offset at midnight may differ from the offset at midnight in UTC, when the clocks change on this day.
  const firstEstimate = utcMidnight - offsetMs(utcMidnight, zone);
  const start = utcMidnight - offsetMs(firstEstimate, zone);
  // If the clocks skip midnight, `start` is an hour before that change; the day begins at the change, which is `firstEstimate`.
  return start + offsetMs(start, zone) < utcMidnight ? firstEstimate : start;
}
