import { expect, test } from "vitest";
import { LONGEST, scrambled, TICK } from "../../../web/src/shell/scramble.ts";

const TEXT = "AWS Cloud Development Kit";
const middle = () => 0.5;

test("every step is as long as the text, with its spaces where they are", () => {
  for (let elapsed = TICK; elapsed < LONGEST; elapsed += TICK) {
    const step = scrambled(TEXT, elapsed, middle);
    expect(step).toHaveLength(TEXT.length);
    expect([...step].map((letter) => letter === " ")).toEqual([...TEXT].map((letter) => letter === " "));
  }
});

test("letters come to rest from the left, and the last step is the text", () => {
  expect(scrambled(TEXT, TICK, middle)).not.toContain("AWS");
  expect(scrambled(TEXT, LONGEST / 2, middle).startsWith("AWS Cloud")).toBe(true);
  expect(scrambled(TEXT, LONGEST / 2, middle).endsWith("Kit")).toBe(false);
  expect(scrambled(TEXT, LONGEST - TICK, middle)).toBe(TEXT);
});
