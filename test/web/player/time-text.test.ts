import { expect, test } from "vitest";
import { clockText, lengthText, spokenTime } from "../../../web/src/player/time-text.ts";

test.each([
  [0, "0:00", "0 seconds", "0 s"],
  [59.4, "0:59", "59 seconds", "59 s"],
  [59.7, "0:59", "59 seconds", "1 min"],
  [61, "1:01", "1 minute 1 second", "1 min"],
  [3599, "59:59", "59 minutes 59 seconds", "1 h 0 min"],
  [3723, "1:02:03", "1 hour 2 minutes 3 seconds", "1 h 2 min"],
])("%d s are %s on the clock, '%s' when spoken and a length of %s", (seconds, clock, spoken, length) => {
  expect([clockText(seconds), spokenTime(seconds), lengthText(seconds)]).toEqual([clock, spoken, length]);
});
