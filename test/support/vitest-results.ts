import { relative } from "node:path";
import type { Reporter } from "vitest/node";
import { tests, writeResults } from "./results.ts";

/** Writes the results of a Vitest run for the summary. `runner` names the run. */
export const vitestResults = (runner: string): Reporter => ({
  onTestRunEnd(modules) {
    writeResults(runner, {
      tests: modules.flatMap(({ moduleId, children }) =>
        [...children.allTests()].map((test) => ({
          file: relative(tests, moduleId),
          title: test.name,
          passed: test.result().state === "passed",
        })),
      ),
      files: modules.map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic();
        return { file: relative(tests, module.moduleId), ms: collectDuration + setupDuration + duration };
      }),
    });
  },
});
