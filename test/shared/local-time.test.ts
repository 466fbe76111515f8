import { expect, test } from "vitest";
import { fromLocalTime, toLocalTime, toOffsetTime } from "../../shared/local-time.ts";

const NEW_YORK = "America/New_York";

test.each([
  ["on a usual day", "2026-12-11T19:00", NEW_YORK, ["2026-12-12T00:00:00.000Z"]],
  ["east of Greenwich", "2026-12-11T00:30", "Asia/Kolkata", ["2026-12-10T19:00:00.000Z"]],
  ["that the clocks skip", "2027-03-14T02:30", NEW_YORK, []],
  ["right after the skipped hour", "2027-03-14T03:00", NEW_YORK, ["2027-03-14T07:00:00.000Z"]],
  [
    "that the clocks show twice",
    "2026-11-01T01:30",
    NEW_YORK,
    ["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"],
  ],
  [
    "in a half hour that is shown twice",
    "2027-04-04T01:45",
    "Australia/Lord_Howe",
    ["2027-04-03T14:45:00.000Z", "2027-04-03T15:15:00.000Z"],
  ],
  ["that is no time", "2026-13-01T25:00", NEW_YORK, undefined],
  ["that is empty", "", NEW_YORK, undefined],
])("a local time %s ('%s' in %s) has the times in UTC %j", (_, local, zone, times) => {
  expect(fromLocalTime(local, zone)).toEqual(times);
  for (const time of times ?? []) expect(toLocalTime(time, zone)).toBe(local);
});

test("a time in UTC is written as a local time with the offset of its zone", () => {
  expect(toOffsetTime("2026-12-12T00:00:00.000Z", NEW_YORK)).toBe("2026-12-11T19:00-05:00");
  expect(toOffsetTime("2026-12-10T19:00:00.000Z", "Asia/Kolkata")).toBe("2026-12-11T00:30+05:30");
  expect(toOffsetTime("2026-12-10T19:00:00.000Z", "Mars/Olympus")).toBe("2026-12-10T19:00:00.000Z");
});
