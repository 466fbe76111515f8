import type { Reporter, TestCase } from "vitest/node";

/** What is read of a test after a run. */
export type RunTest = Pick<TestCase, "fullName"> & { diagnostic(): { flaky: boolean } | undefined };

/** A line for each test that passed only when it was tried again. */
export const flaky = (tests: Iterable<RunTest>): string[] =>
  [...tests]
    .filter((test) => test.diagnostic()?.flaky)
    .map(({ fullName }) => `Passed at its second try: ${fullName}`);

/** Names at the end of a run who needed a second try, so that nobody takes it for a first one. */
export const flakyReporter: Reporter = {
  onTestRunEnd(modules) {
    for (const line of flaky(modules.flatMap(({ children }) => [...children.allTests()])))
      console.log(` ${line}`);
  },
};
