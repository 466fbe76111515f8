/** Times on the clocks of a zone, as `<input type="datetime-local">` has them: '2026-12-11T19:00'. */
import { offsetMs } from "./dates.ts";

const DAY_MS = 86_400_000;

/** Whether `name` is an IANA name that this browser or server knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** What the clocks of `timeZone` show at a time. */
export function toLocalTime(iso: string, timeZone: string): string {
  const timeMs = Date.parse(iso);
  return new Date(timeMs + offsetMs(timeMs, timeZone)).toISOString().slice(0, 16);
}

/** A time with the offset of its zone, '2026-12-11T19:00-05:00'; in UTC if the zone is not known here. */
export function toOffsetTime(iso: string, timeZone: string): string {
  if (!isTimeZone(timeZone)) return iso;
  const minutes = Math.round(offsetMs(Date.parse(iso), timeZone) / 60_000);
  const twoDigits = (n: number) => String(Math.trunc(Math.abs(n))).padStart(2, "0");
  const offset = `${minutes < 0 ? "-" : "+"}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`;
  return toLocalTime(iso, timeZone) + offset;
}

/**
 * The times, in ISO 8601 and UTC, at which the clocks of `timeZone` show a local time. The list is empty if
 * the clocks skip this time, and has two times (the earlier first) if the clocks show this time twice.
 * Undefined for a text that is not a local time.
 */
export function fromLocalTime(localTime: string, timeZone: string): string[] | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(localTime)) return undefined;
  const localMs = Date.parse(`${localTime}Z`);
  if (Number.isNaN(localMs)) return undefined;
  // The offsets before and after a change of the clocks, if there is a change on this day.
  const offsets = [localMs - DAY_MS, localMs + DAY_MS].map((nearbyMs) => offsetMs(nearbyMs, timeZone));
  const times = [...new Set(offsets)].map((offset) => localMs - offset);
  return times
    .filter((time) => time + offsetMs(time, timeZone) === localMs)
    .sort((a, b) => a - b)
    .map((time) => new Date(time).toISOString());
}
