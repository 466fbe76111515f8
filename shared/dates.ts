import * as z from "zod/mini";

/** A time in ISO 8601 and UTC, as `Date.prototype.toISOString` writes it. */
export const Timestamp = z.iso.datetime();

/** Cached by time zone, because a list shows many times and a new formatter is slow. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone);
  if (cached) return cached;
  const formatter = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "short",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

/** 'MMM dd, yyyy HH:mm' in `timeZone` (an IANA name). */
export function formatDateTime(iso: string, timeZone: string): string {
  const parts = formatterOf(timeZone).formatToParts(new Date(iso));
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${partOf("month")} ${partOf("day")}, ${partOf("year")} ${partOf("hour")}:${partOf("minute")}`;
}
