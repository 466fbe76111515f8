import { relative } from "node:path";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { type Result, testFolder, writeResults } from "./results.ts";

/** Writes the results of a Playwright run for the summary of `npm test`. */
class PlaywrightResults implements Reporter {
  readonly #tests: Result[] = [];
  readonly #msByFile = new Map<string, number>();

  onTestEnd(test: TestCase, { status, duration }: TestResult): void {
    const file = relative(testFolder, test.location.file);
    this.#tests.push({ file, title: test.title, passed: status === "passed" });
    this.#msByFile.set(file, (this.#msByFile.get(file) ?? 0) + duration);
  }

  onEnd(): void {
    const files = [...this.#msByFile].map(([file, ms]) => ({ file, ms }));
    writeResults("browser", { tests: this.#tests, files });
  }

  /** False, because this reporter writes only to a file. */
  printsToStdio(): boolean {
    return false;
  }
}
export default PlaywrightResults;
