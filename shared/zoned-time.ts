import { formatDateTime } from "./dates.ts";
import { timePartsOf, formatZonedTime } from "./event-text.ts";
import { timeZone } from "./site/address-and-hours.ts";

const zoneFormatter = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" });

/** The short name of the shop's zone at a time, such as 'EST' or 'GMT+1'. */
const zoneName = (time: Date): string =>
  zoneFormatter.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";

/** The short names of the shop's zone in winter and summer. */
export const shopZoneNames: readonly string[] = [
  ...new Set(["2026-01-01", "2026-07-01"].map((day) => zoneName(new Date(day)))),
];

/** A time in the shop's zone for customers, on pages, in receipt files and in mails: 'Nov 22, 2026, 3:50 PM EST'. */
export function formatCustomerTime(iso: string): string {
  const parts = timePartsOf(iso, timeZone);
  return `${parts.month} ${parts.day}, ${parts.year}, ${formatZonedTime(parts)}`;
}

/** A time in the shop's zone for admins, who may be in other zones: 'Nov 22, 2026 15:50 EST'. */
export const formatShopTime = (iso: string): string =>
  `${formatDateTime(iso, timeZone)} ${zoneName(new Date(iso))}`;
