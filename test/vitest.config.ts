import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { faultReporter } from "./support/fault-reporter.ts";
import { flakyReporter } from "./support/flaky-reporter.ts";

const root = join(import.meta.dirname, "..");

/** Takes the whole machine for two seconds, so it runs when nothing else does. */
const CROWD = "test/lambdas/checkout-race.test.ts";

/** Functions log to the console of the test that calls them, where it can be listened to. */
const LOGGED_HERE = { POWERTOOLS_DEV: "true" };
const WHOLE_SHOP = { fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 };

/**
 * `unit` runs in parallel; when it is done, `e2e` and then `browser` drive the whole local stack, one file after the
 * other.
 */
export default defineConfig({
  root,
  cacheDir: join(root, ".build/vite"),
  test: {
    reporters: ["default", faultReporter, flakyReporter],
    pool: "threads",
    maxWorkers: 2,
    unstubEnvs: false,
    // What functions log of the faults that tests make would bury what tests say.
    onConsoleLog: (text) => !text.startsWith('{"level":'),
    // What is waited for comes by way of queues, a cache or the next look: a second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          env: LOGGED_HERE,
          include: ["test/{shared,lambdas,infra,web,lint}/**/*.test.{ts,tsx}"],
          exclude: [CROWD],
          globalSetup: ["test/support/table-server.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "crowd",
          env: LOGGED_HERE,
          include: [CROWD],
          globalSetup: ["test/support/table-server.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], ...WHOLE_SHOP, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          ...WHOLE_SHOP,
          // A browser starved of a busy machine gets one more try, and the reporter names who needed it. Only here:
          // what money and stock hang on passes at once or not at all.
          retry: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
