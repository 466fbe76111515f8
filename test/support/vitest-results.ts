import { relative } from "node:path";
import type { Reporter } from "vitest/node";
import { testFolder, writeResults } from "./results.ts";

/** Writes the results of a Vitest run for the summary of `npm test`. `runner` names the run. */
export const vitestResults = (runner: string): Reporter => ({
  onTestRunEnd(modules) {
    writeResults(runner, {
      tests: modules.flatMap(({ moduleId, children }) =>
        [...children.allTests()].map((test) => ({
          file: relative(testFolder, moduleId),
          title: test.name,
          passed: test.result().state === "passed",
        })),
      ),
      files: modules.map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic();
        return {
          file: relative(testFolder, module.moduleId),
          ms: collectDuration + setupDuration + duration,
        };
      }),
    });
  },
});
