import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { attacks } from "../faults/attacks.ts";
import { faults } from "../faults/faults.ts";
import { faultSummary } from "../support/fault-summary.ts";

const sources = new Map<string, string>();
const readSource = (file: string): string => {
  const source = sources.get(file) ?? readFileSync(join(import.meta.dirname, "..", file), "utf8");
  sources.set(file, source);
  return source;
};

test.each([...faults, ...attacks])("all tests of the fault '$fault' exist", ({ tests }) => {
  for (const [file, title] of tests) {
    const candidates = ['"', "'", "`"].map((quote) => `(${quote}${title}${quote},`);
    const source = readSource(file).replace(/\(\s+(["'`])/g, "($1");
    expect(
      candidates.some((candidate) => source.includes(candidate)),
      `${file}: ${title}`,
    ).toBe(true);
  }
});

test("the lists of faults and attacks name each test and each fault once", () => {
  const rows = [...faults, ...attacks];
  const testNames = rows.flatMap(({ tests }) => tests.map((named) => named.join(" ")));
  expect(testNames.filter((name, i) => testNames.indexOf(name) !== i)).toEqual([]);
  expect(new Set(rows.map(({ fault }) => fault)).size).toBe(rows.length);
});

test("the summary counts a fault when all its tests passed, and is undefined when some did not run", () => {
  const rows = [
    { fault: "one", tests: [["a.test.ts", "the number %i holds"]] as const },
    { fault: "two", tests: [["b.test.ts", "holds (as $name)"]] as const },
  ];
  const numberResults = [
    { file: "a.test.ts", title: "the number 1 holds", passed: true },
    { file: "a.test.ts", title: "the number 2 holds", passed: true },
    { file: "a.test.ts", title: "another", passed: false },
  ];
  const namedResult = (passed: boolean) => ({ file: "b.test.ts", title: "holds (as Ada)", passed });
  expect(faultSummary("Faults", rows, [...numberResults, namedResult(true)])).toBe(
    "Faults: 2 of 2 covered, by 3 tests",
  );
  expect(faultSummary("Faults", rows, [...numberResults, namedResult(false)])).toBe(
    "Faults: 1 of 2 covered, by 3 tests",
  );
  expect(faultSummary("Faults", rows, numberResults)).toBeUndefined();
});
