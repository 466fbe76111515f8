import { expect, test } from "vitest";
import { formatDateTime } from "../../shared/dates.ts";

test.each([
  ["2026-11-05T14:07:00.000Z", "UTC", "Nov 05, 2026 14:07"],
  ["2026-11-05T00:00:00.000Z", "UTC", "Nov 05, 2026 00:00"],
  ["2026-01-01T03:30:00.000Z", "America/Kentucky/Louisville", "Dec 31, 2025 22:30"],
  ["2026-07-01T03:30:00.000Z", "America/Kentucky/Louisville", "Jun 30, 2026 23:30"],
  // The clocks go back at a full hour in UTC, and in zones such as Adelaide's at a half hour.
  ["2026-11-01T05:59:00.000Z", "America/Kentucky/Louisville", "Nov 01, 2026 01:59"],
  ["2026-11-01T06:00:00.000Z", "America/Kentucky/Louisville", "Nov 01, 2026 01:00"],
  ["2026-04-04T16:29:00.000Z", "Australia/Adelaide", "Apr 05, 2026 02:59"],
  ["2026-04-04T16:30:00.000Z", "Australia/Adelaide", "Apr 05, 2026 02:00"],
])("%s is shown in %s as %s", (iso, zone, text) => expect(formatDateTime(iso, zone)).toBe(text));
