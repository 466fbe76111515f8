import { expect, test } from "vitest";
import { formatCustomerTime, formatShopTime, shopZoneNames } from "../../shared/zoned-time.ts";

test.each([
  ["2026-11-22T16:59:00.000Z", "Nov 22, 2026 11:59 EST"],
  ["2026-11-23T01:52:00.000Z", "Nov 22, 2026 20:52 EST"],
  ["2026-07-01T03:30:00.000Z", "Jun 30, 2026 23:30 EDT"],
])("%s is shown in the shop's zone as %s", (iso, text) => expect(formatShopTime(iso)).toBe(text));

test.each([
  ["2026-11-22T20:50:00.000Z", "Nov 22, 2026, 3:50 PM EST"],
  ["2026-07-01T04:05:00.000Z", "Jul 1, 2026, 12:05 AM EDT"],
])("%s is shown to customers as %s, in the format of event times", (iso, text) =>
  expect(formatCustomerTime(iso)).toBe(text),
);

test("the shop's zone has a name in winter and one in summer", () => {
  expect(shopZoneNames).toEqual(["EST", "EDT"]);
});
