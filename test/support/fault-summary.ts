import type { Fault, NamedTest } from "../faults/named-test.ts";
import type { Result } from "./results.ts";

/** Matches the titles that a title with placeholders (`%s`, `$name`) can produce. */
const pattern = (title: string): RegExp =>
  new RegExp(
    `^${title.replace(/[.*+?^{}()|[\]\\]/g, "\\$&").replace(/%[sijd]|\$\\\{[^}]*\\\}|\$\w+/g, "[^]*")}$`,
  );

/** The results of the tests with this title. */
const resultsOf = ([file, title]: NamedTest, results: readonly Result[]): Result[] =>
  results.filter((result) => result.file === file && pattern(title).test(result.title));

/** One line about a table of faults: how many of its rows have only passing tests. Undefined if some tests did not run. */
export function faultSummary(name: string, rows: readonly Fault[], results: readonly Result[]) {
  const found = rows.map(({ tests }) => tests.map((test) => resultsOf(test, results)));
  if (found.flat().some((tests) => tests.length === 0)) return undefined;
  const covered = found.filter((tests) => tests.flat().every(({ passed }) => passed)).length;
  return `${name}: ${covered} of ${rows.length} covered, by ${found.flat(2).length} tests`;
}
