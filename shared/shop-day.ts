import { timeZone as shopZone } from "./site/address-and-hours.ts";

const offsetFormatter = new Intl.DateTimeFormat("en-US", { timeZone: shopZone, timeZoneName: "longOffset" });

/** How far the shop's clock is ahead of UTC at a time, in ms. */
function shopOffsetMs(timeMs: number): number {
  const name = offsetFormatter.formatToParts(timeMs).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] = /^GMT([+-])(\d+):(\d+)$/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The time at which a day ('yyyy-mm-dd') begins in the shop's zone, in ms. */
export function startOfShopDay(day: string): number {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  // The offset at midnight may differ from the offset at midnight in UTC, when the clocks change on this day.
  const guess = utcMidnight - shopOffsetMs(utcMidnight);
  return utcMidnight - shopOffsetMs(guess);
}
