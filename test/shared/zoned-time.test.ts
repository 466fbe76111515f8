import { expect, test } from "vitest";
import { formatCustomerTime, formatShopTime, shopZoneNames } from "../../shared/zoned-time.ts";
import { shopTime, shopZone } from "../support/shop-clock.ts";

test.each([
  ["2026-11-22T11:59", "Nov 22, 2026 11:59"],
  ["2026-11-22T20:52", "Nov 22, 2026 20:52"],
  ["2026-06-30T23:30", "Jun 30, 2026 23:30"],
])("%s on the shop's clocks is shown as %s with the zone", (localTime, text) =>
  expect(formatShopTime(shopTime(localTime))).toBe(`${text} ${shopZone(localTime)}`),
);

test.each([
  ["2026-11-22T15:50", "Nov 22, 2026, 3:50 PM"],
  ["2026-07-01T00:05", "Jul 1, 2026, 12:05 AM"],
])(
  "%s on the shop's clocks is shown to customers as %s with the zone, in the format of event times",
  (localTime, text) => expect(formatCustomerTime(shopTime(localTime))).toBe(`${text} ${shopZone(localTime)}`),
);

test("the shop's zone has a name in winter and one in summer, or one all year", () => {
  expect(shopZoneNames).toEqual([...new Set(["2026-01-01T12:00", "2026-07-01T12:00"].map(shopZone))]);
});
