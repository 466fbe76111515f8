import { expect, test } from "vitest";
import { flaky } from "../support/flaky-reporter.ts";

test("who passed at the second try is named; who did at the first, or was not run, is not", () => {
  const ran = (fullName: string, diagnostic?: { flaky: boolean }) => ({
    fullName,
    diagnostic: () => diagnostic,
  });
  expect(flaky([ran("a > b", { flaky: true }), ran("a > c", { flaky: false }), ran("a > skipped")])).toEqual([
    "Passed at its second try: a > b",
  ]);
});
