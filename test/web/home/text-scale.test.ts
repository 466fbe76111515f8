import { expect, test } from "vitest";
import { longestWordOf, scaleStyle } from "../../../web/src/features/home/text-scale.ts";

test.each([
  ["", 0],
  ["One", 3],
  ["From here to Österreich", 10],
  ["Well-established tap–ins", 11],
])("the longest word of '%s' has %i letters", (text, letters) => expect(longestWordOf(text)).toBe(letters));

test("a text that fits has its full size, and a longer one is as much smaller as it has more letters", () => {
  expect(scaleStyle(13, 13)).toBeUndefined();
  expect(scaleStyle(26, 13)).toEqual({ "--scale": 0.5 });
});
