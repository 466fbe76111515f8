import type { Fault, NamedTest } from "../faults/named-test.ts";
import type { Result } from "./results.ts";

/** A pattern for all titles that a title with placeholders (`%s`, `$name`) can produce. */
const patternOf = (title: string): RegExp =>
  new RegExp(
    `^${title.replace(/[.*+?^{}()|[\]\\]/g, "\\$&").replace(/%[sijd]|\$\\\{[^}]*\\\}|\$\w+/g, "[^]*")}$`,
  );

const resultsOf = ([file, title]: NamedTest, results: readonly Result[]): Result[] =>
  results.filter((result) => result.file === file && patternOf(title).test(result.title));

/**
 * A line that says how many of the faults (the crashes, outages and attacks of test/faults) have only passing tests. Undefined
 * if a test of a fault did not run.
 */
export function faultSummary(name: string, faults: readonly Fault[], results: readonly Result[]) {
  const resultsByFault = faults.map(({ tests }) => tests.map((test) => resultsOf(test, results)));
  if (resultsByFault.flat().some((testResults) => testResults.length === 0)) return undefined;
  const coveredCount = resultsByFault.filter((faultResults) =>
    faultResults.flat().every(({ passed }) => passed),
  ).length;
  return `${name}: ${coveredCount} of ${faults.length} covered, by ${resultsByFault.flat(2).length} tests`;
}
