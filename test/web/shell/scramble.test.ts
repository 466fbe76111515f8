import { expect, test } from "vitest";
import { DURATION, scrambled, TICK } from "../../../web/src/shell/scramble.ts";

const TEXT = "AWS Cloud Development Kit";
const alwaysHalf = () => 0.5;

test("every step has the text's length and spaces", () => {
  for (let elapsed = TICK; elapsed < DURATION; elapsed += TICK) {
    const step = scrambled(TEXT, elapsed, alwaysHalf);
    expect(step).toHaveLength(TEXT.length);
    expect([...step].map((letter) => letter === " ")).toEqual([...TEXT].map((letter) => letter === " "));
  }
});

test("the letters come back from the left, and the last step is the text", () => {
  expect(scrambled(TEXT, TICK, alwaysHalf)).not.toContain("AWS");
  expect(scrambled(TEXT, DURATION / 2, alwaysHalf).startsWith("AWS Cloud")).toBe(true);
  expect(scrambled(TEXT, DURATION / 2, alwaysHalf).endsWith("Kit")).toBe(false);
  expect(scrambled(TEXT, DURATION - TICK, alwaysHalf)).toBe(TEXT);
});
