import { expect, test } from "vitest";
import { longestWordLength, scaleStyle } from "../../../web/src/features/home/text-scale.ts";

test.each([
  ["", 0],
  ["One", 3],
  ["From here to Österreich", 10],
  ["Well-established tap–ins", 11],
])("the longest word of '%s' has %i letters", (text, letters) =>
  expect(longestWordLength(text)).toBe(letters),
);

test("a text that fits has its full size, and a text with twice the letters that fit has half the size", () => {
  expect(scaleStyle(13, 13)).toBeUndefined();
  expect(scaleStyle(26, 13)).toEqual({ "--scale": 0.5 });
});
