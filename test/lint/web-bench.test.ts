import { describe, expect, test } from "vitest";
import type { Figures } from "../bench/web/page-load.ts";
import { missedLimits, RUN_COUNT, type Results } from "../bench/web/missed-limits.ts";

const figures = (changed: Partial<Figures> = {}): Figures => ({
  firstPaint: 500,
  largestPaint: 900,
  cards: 900,
  answer: undefined,
  hydrated: undefined,
  blocking: 100,
  scriptBytes: 1000,
  ...changed,
});
const runs = (changed: Partial<Figures> = {}): Figures[] =>
  Array.from({ length: RUN_COUNT }, () => figures(changed));
const answers = (...times: (number | undefined)[]): Figures[] => times.map((answer) => figures({ answer }));
const resultsWith = (changed: Partial<Results>): Results => ({
  site: runs(),
  "no script": runs({ blocking: 0 }),
  "React alone": runs(),
  menu: answers(900, 900, 900, 900, 900),
  cart: answers(900, 900, 900, 900, 900),
  search: [],
  ...changed,
});

describe("the bench of the pages", () => {
  test.each<[string, Partial<Results>, string[]]>([
    ["quick answers", {}, []],
    ["one slow answer of five", { menu: answers(900, 900, 900, 900, 4000) }, []],
    [
      "three slow answers of five",
      { menu: answers(900, 900, 4000, 4000, 4000) },
      ["menu answers later than 2500 ms"],
    ],
    [
      "one missing answer",
      { cart: answers(900, 900, undefined, 900, 900) },
      ["cart did not answer in 1 of 5 runs"],
    ],
    ["no answer at all", { cart: answers(...Array<undefined>(5)) }, ["cart did not answer in 5 of 5 runs"]],
    ["long blocking", { site: runs({ blocking: 300 }) }, ["blocks longer than 2 × React alone"]],
  ])("reports exactly the missed limits after %s", (_, changed, missed) => {
    expect(missedLimits(resultsWith(changed))).toEqual(missed);
  });
});
