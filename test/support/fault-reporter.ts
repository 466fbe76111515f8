import { join, relative } from "node:path";
import type { Reporter } from "vitest/node";
import { attacks } from "../faults/attacks.ts";
import { faults } from "../faults/faults.ts";
import type { Fault, NamedTest } from "../faults/named-test.ts";

/** What is read of a file's tests after a run. */
export type RunModule = {
  moduleId: string;
  children: { allTests(): Iterable<{ name: string; result(): { state: string } }> };
};

const folder = join(import.meta.dirname, "..");

/** A title as it is written, to the titles that a table of cases makes of it. */
const pattern = (title: string): RegExp =>
  new RegExp(`^${title.replace(/[.*+?^{}()|[\]\\]/g, "\\$&").replace(/%[sijd]|\$\w+/g, "[^]*")}$`);

/** The results of the tests that a name stands for. */
function resultsOf([file, title]: NamedTest, modules: readonly RunModule[]): string[] {
  const found = modules.filter(({ moduleId }) => relative(folder, moduleId) === file);
  return found
    .flatMap((module) => [...module.children.allTests()])
    .filter(({ name }) => pattern(title).test(name))
    .map((test) => test.result().state);
}

/** A line on one table: how many of its rows hold, by how many tests; undefined when some of them were not run. */
export function summary(name: string, rows: readonly Fault[], modules: readonly RunModule[]) {
  const results = rows.map(({ tests }) => tests.map((test) => resultsOf(test, modules)));
  if (results.flat().some((states) => states.length === 0)) return undefined;
  const holding = results.filter((tests) => tests.flat().every((state) => state === "passed")).length;
  return `${name}: ${holding} of ${rows.length} hold, by ${results.flat(2).length} tests`;
}

/** Says at the end of a whole run how many faults and attacks the shop was held against. */
export const faultReporter: Reporter = {
  onTestRunEnd(modules) {
    const lines = [
      summary("What goes wrong", faults, modules),
      summary("What is tried on purpose", attacks, modules),
    ];
    for (const line of lines) if (line !== undefined) console.log(` ${line}`);
  },
};
