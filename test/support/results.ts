import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

const Result = z.object({
  /** Path below `test/`. */
  file: z.string(),
  title: z.string(),
  passed: z.boolean(),
});
/** How one test ended. */
export type Result = z.infer<typeof Result>;
/** Duration of a file in ms, with its imports and hooks. */
type FileTime = { file: string; ms: number };
const Results = z.object({
  tests: z.array(Result),
  files: z.array(z.object({ file: z.string(), ms: z.number() })),
});
export type Results = z.infer<typeof Results>;

const folder = join(import.meta.dirname, "../../.build/test-results");
export const tests = join(import.meta.dirname, "..");

/** Deletes the results of earlier runs. */
export function clearResults(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Stores the results of one test runner for the summary at the end of the run. */
export function writeResults(runner: string, results: Results): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${runner}.json`), JSON.stringify(results));
}

/** The results of all test runners since `clearResults`. */
export function readResults(): Results {
  const parts = readdirSync(folder).map((name) =>
    z.parse(Results, JSON.parse(readFileSync(join(folder, name), "utf8"))),
  );
  return { tests: parts.flatMap((part) => part.tests), files: parts.flatMap((part) => part.files) };
}

/** The slowest files, slowest first. */
export const slowest = (files: readonly FileTime[], count: number): FileTime[] =>
  files.toSorted((one, other) => other.ms - one.ms).slice(0, count);
