import { expect, test } from "vitest";
import { formatAdminTime, formatLocalTime, formatShopTime } from "../../shared/zoned-time.ts";

test.each([
  ["2026-11-22T16:59:00.000Z", "Nov 22, 2026 11:59 EST"],
  ["2026-07-01T03:30:00.000Z", "Jun 30, 2026 23:30 EDT"],
])("customers see %s in the shop's zone as %s", (iso, text) => expect(formatShopTime(iso)).toBe(text));

test.each([
  ["America/New_York", "Nov 22, 2026 11:59 EST", "Nov 22, 2026 11:59"],
  ["America/Los_Angeles", "Nov 22, 2026 08:59 PST", "Nov 22, 2026 08:59 PST"],
  ["Europe/Berlin", "Nov 22, 2026 17:59 GMT+1", "Nov 22, 2026 17:59 GMT+1"],
])("in %s, the export has %s and the back office shows %s", (zone, exported, shown) => {
  const iso = "2026-11-22T16:59:00.000Z";
  expect([formatLocalTime(iso, zone), formatAdminTime(iso, zone)]).toEqual([exported, shown]);
});
