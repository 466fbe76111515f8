// Times on the clocks of the shop, whose zone is a setting. Nothing here calls the code under test.
import { timeZone } from "../../shared/site/address-and-hours.ts";

const formatters = {
  longOffset: new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" }),
  short: new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" }),
};
const zoneNameAt = (timeMs: number, style: keyof typeof formatters): string =>
  formatters[style].formatToParts(timeMs).find(({ type }) => type === "timeZoneName")?.value ?? "";

/** How far the shop's clocks are ahead of UTC, from a name such as 'GMT-05:00' or 'GMT'. */
function offsetMsAt(timeMs: number): number {
  const [, sign = "+", hours = "0", minutes = "0"] =
    /GMT([+-])(\d\d):(\d\d)/.exec(zoneNameAt(timeMs, "longOffset")) ?? [];
  return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The time in UTC at which the shop's clocks show `localTime`, such as '2026-11-22T15:50'. */
export function shopTime(localTime: string): string {
  const localMs = Date.parse(`${localTime}Z`);
  const nearbyMs = localMs - offsetMsAt(localMs);
  return new Date(localMs - offsetMsAt(nearbyMs)).toISOString();
}

/** The short name of the shop's zone when its clocks show `localTime`, such as 'EST'. */
export const shopZone = (localTime: string): string => zoneNameAt(Date.parse(shopTime(localTime)), "short");
