import { expect, test } from "vitest";
import { DURATION, scrambled, TICK } from "../../../web/src/shell/scramble.ts";

const TEXT = "AWS Cloud Development Kit";
const middle = () => 0.5;

test("every step has the text's length and spaces", () => {
  for (let elapsed = TICK; elapsed < DURATION; elapsed += TICK) {
    const step = scrambled(TEXT, elapsed, middle);
    expect(step).toHaveLength(TEXT.length);
    expect([...step].map((letter) => letter === " ")).toEqual([...TEXT].map((letter) => letter === " "));
  }
});

test("the letters come back from the left, and the last step is the text", () => {
  expect(scrambled(TEXT, TICK, middle)).not.toContain("AWS");
  expect(scrambled(TEXT, DURATION / 2, middle).startsWith("AWS Cloud")).toBe(true);
  expect(scrambled(TEXT, DURATION / 2, middle).endsWith("Kit")).toBe(false);
  expect(scrambled(TEXT, DURATION - TICK, middle)).toBe(TEXT);
});
