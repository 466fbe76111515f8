import * as z from "zod/mini";

/** A time in ISO 8601 and UTC, as `Date.prototype.toISOString` writes it. */
export const Timestamp = z.iso.datetime();

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const twoDigits = (n: number): string => String(n).padStart(2, "0");

/** 'MMM dd, yyyy HH:mm' in `timeZone` (an IANA name), by default in the machine's time zone. */
export function formatDateTime(iso: string, timeZone?: string): string {
  const date = new Date(iso);
  if (timeZone === undefined) {
    return `${MONTHS[date.getMonth()]} ${twoDigits(date.getDate())}, ${date.getFullYear()} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  }
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "short",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(date);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${partOf("month")} ${partOf("day")}, ${partOf("year")} ${partOf("hour")}:${partOf("minute")}`;
}
