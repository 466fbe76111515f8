import { expect, test } from "vitest";
import { startOfDay } from "../../shared/shop-day.ts";

test.each([
  ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z"],
  ["2026-03-08", "America/New_York", "2026-03-08T05:00:00.000Z"],
  ["2026-09-27", "Pacific/Auckland", "2026-09-26T12:00:00.000Z"],
  ["2027-04-04", "Pacific/Auckland", "2027-04-03T11:00:00.000Z"],
  // The clocks skip the hour after midnight, so the day begins at 01:00.
  ["2023-10-01", "America/Asuncion", "2023-10-01T04:00:00.000Z"],
  ["2026-03-29", "Asia/Beirut", "2026-03-28T22:00:00.000Z"],
  // At midnight the clocks go back to the day before.
  ["2024-03-24", "America/Asuncion", "2024-03-24T04:00:00.000Z"],
  // The hour after midnight comes twice.
  ["2026-11-01", "America/Havana", "2026-11-01T04:00:00.000Z"],
])("the day %s in %s begins at %s", (day, zone, start) => {
  expect(new Date(startOfDay(day, zone)).toISOString()).toBe(start);
});
