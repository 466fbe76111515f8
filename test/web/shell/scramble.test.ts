import { expect, test } from "vitest";
import { SCRAMBLE_MS, scrambleText, TICK_MS } from "../../../web/src/shell/scramble.ts";

const TEXT = "AWS Cloud Development Kit";
const alwaysHalf = () => 0.5;

test("every step has the text's length and spaces", () => {
  for (let elapsed = TICK_MS; elapsed < SCRAMBLE_MS; elapsed += TICK_MS) {
    const step = scrambleText(TEXT, elapsed, alwaysHalf);
    expect(step).toHaveLength(TEXT.length);
    expect([...step].map((letter) => letter === " ")).toEqual([...TEXT].map((letter) => letter === " "));
  }
});

test("the letters come back from the left, and the last step is the text", () => {
  expect(scrambleText(TEXT, TICK_MS, alwaysHalf)).not.toContain("AWS");
  expect(scrambleText(TEXT, SCRAMBLE_MS / 2, alwaysHalf).startsWith("AWS Cloud")).toBe(true);
  expect(scrambleText(TEXT, SCRAMBLE_MS / 2, alwaysHalf).endsWith("Kit")).toBe(false);
  expect(scrambleText(TEXT, SCRAMBLE_MS - TICK_MS, alwaysHalf)).toBe(TEXT);
});
