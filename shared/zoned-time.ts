import { formatDateTime } from "./dates.ts";
import { timeZone as shopZone } from "./site/address-and-hours.ts";

/** Cached, because a list shows many times and a new formatter is slow. */
const formatters = new Map<string | undefined, Intl.DateTimeFormat>();

/** The short name of a zone at a time, such as 'EST', 'UTC' or 'GMT+1'. */
function zoneName(iso: string, timeZone: string | undefined): string {
  const formatter =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" });
  formatters.set(timeZone, formatter);
  return formatter.formatToParts(new Date(iso)).find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const withZone = (iso: string, timeZone?: string): string =>
  `${formatDateTime(iso, timeZone)} ${zoneName(iso, timeZone)}`;

/** A time in the shop's zone, for customers: 'Nov 22, 2026 11:59 EST'. */
export const formatShopTime = (iso: string): string => withZone(iso, shopZone);

/** A time in the browser's zone, or in `timeZone`, with the name of the zone. */
export const formatLocalTime = (iso: string, timeZone?: string): string => withZone(iso, timeZone);

/** Like `formatLocalTime`, but without the zone's name where the shop's zone has the same. */
export const formatAdminTime = (iso: string, timeZone?: string): string =>
  zoneName(iso, timeZone) === zoneName(iso, shopZone)
    ? formatDateTime(iso, timeZone)
    : withZone(iso, timeZone);

/** The short names of the shop's zone in winter and summer. */
export const shopZoneNames: readonly string[] = [
  ...new Set(["2026-01-01", "2026-07-01"].map((day) => zoneName(day, shopZone))),
];
