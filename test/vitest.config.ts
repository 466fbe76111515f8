import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { vitestResults } from "./support/vitest-results.ts";

const root = join(import.meta.dirname, "..");

/** These files send hundreds of requests at once, so they run while no other file runs. */
const CONCURRENCY_FILES = ["test/lambdas/checkout-race.test.ts", "test/lambdas/check-in-race.test.ts"];

/** Makes Powertools log to the global console, which tests can mock. */
const LOG_TO_CONSOLE = { POWERTOOLS_DEV: "true" };
/** This file sends 200 checkouts at once; they would time out if other files ran at the same time. */
const RACE_FILE = "test/e2e/race.test.ts";
/** Files that take more than 5 s. They start first, so that at the end no worker waits for another worker's slow file. */
const SLOW_FILES =
  /(busy-table|dev-server|interrupted-holds|random-actions|stock-hoarding|crash|faults-table)\.test\.ts$/;
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sortedFiles = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW_FILES.test(moduleId);
    return [...sortedFiles.filter(isSlow), ...sortedFiles.filter((file) => !isSlow(file))];
  }
}
/** In ms. On a slow machine, the synthesis of a stage in a test takes more than a minute. */
const TIMEOUTS = { testTimeout: 240_000, hookTimeout: 240_000 };

/**
 * `rules` tests shared/ and web/, `unit` tests functions, infrastructure and tools, and `e2e` tests local stacks: two files
 * run at a time, or as many as `TEST_WORKERS` says. `concurrency` and `race` send hundreds of requests at once and run
 * alone. For browser tests see playwright.config.ts.
 */
export default defineConfig({
  root,
  cacheDir: join(root, ".build/vite"),
  test: {
    reporters: ["default", vitestResults(process.env["TEST_RUN"] ?? "vitest")],
    pool: "threads",
    maxWorkers: Number(process.env["TEST_WORKERS"] ?? 2),
    sequence: { sequencer: SlowFilesFirst },
    unstubEnvs: false,
    // Vite transforms these packages, which import JSON files without the attribute that Node requires.
    server: { deps: { inline: [/@actions\//] } },
    // Hides the log lines of the functions, which would make the output of the tests hard to find.
    onConsoleLog: (text) => !text.startsWith('{"level":'),
    // In ms; the default of 1 s is too short for results that arrive through queues, caches or polling.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          include: ["test/{shared,web}/**/*.test.{ts,tsx}"],
          // No file depends on global state that another file changes, so the files can share loaded modules.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "unit",
          env: LOG_TO_CONSOLE,
          include: ["test/{lambdas,infra,lint}/**/*.test.ts"],
          exclude: CONCURRENCY_FILES,
          isolate: false,
          setupFiles: ["test/support/restore-after-file.ts"],
          globalSetup: ["test/support/global-setup-table.ts"],
          ...TIMEOUTS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "concurrency",
          env: LOG_TO_CONSOLE,
          include: CONCURRENCY_FILES,
          fileParallelism: false,
          globalSetup: ["test/support/global-setup-table.ts"],
          ...TIMEOUTS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude: [RACE_FILE],
          globalSetup: ["test/support/global-setup-stacks.ts"],
          ...TIMEOUTS,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "race",
          include: [RACE_FILE],
          fileParallelism: false,
          ...TIMEOUTS,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
