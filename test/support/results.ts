import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

const Result = z.object({
  /** Path below `test/`. */
  file: z.string(),
  title: z.string(),
  passed: z.boolean(),
});
export type Result = z.infer<typeof Result>;
/** Duration of a test file in ms. With Vitest, it includes the imports and hooks of the file. */
type FileDuration = { file: string; ms: number };
const Results = z.object({
  tests: z.array(Result),
  files: z.array(z.object({ file: z.string(), ms: z.number() })),
});
export type Results = z.infer<typeof Results>;

const resultsFolder = join(import.meta.dirname, "../../.build/test-results");
export const testFolder = join(import.meta.dirname, "..");

/** Deletes the results of earlier runs. The folder stays, because `readResults` reads it even if no test ran. */
export function clearResults(): void {
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
}

/** Stores the results of one test runner for the summary at the end of the run. */
export function writeResults(runner: string, results: Results): void {
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, `${runner}.json`), JSON.stringify(results));
}

/** The results of all test runners since `clearResults`. */
export function readResults(): Results {
  const runs = readdirSync(resultsFolder).map((name) =>
    z.parse(Results, JSON.parse(readFileSync(join(resultsFolder, name), "utf8"))),
  );
  return { tests: runs.flatMap((run) => run.tests), files: runs.flatMap((run) => run.files) };
}

export const slowestFiles = (files: readonly FileDuration[], count: number): FileDuration[] =>
  files.toSorted((a, b) => b.ms - a.ms).slice(0, count);
