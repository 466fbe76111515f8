import * as z from "zod/mini";

/** A time in ISO 8601 and UTC, as `Date.prototype.toISOString` writes it. */
export const Timestamp = z.iso.datetime();

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (n: number): string => String(n).padStart(2, "0");

/** 'MMM dd, yyyy HH:mm' in `timeZone` (an IANA name), by default that of the machine. */
export function formatDateTime(iso: string, timeZone?: string): string {
  const date = new Date(iso);
  if (timeZone === undefined) {
    return `${MONTHS[date.getMonth()]} ${two(date.getDate())}, ${date.getFullYear()} ${two(date.getHours())}:${two(date.getMinutes())}`;
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
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("month")} ${of("day")}, ${of("year")} ${of("hour")}:${of("minute")}`;
}
