import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { vitestResults } from "./support/vitest-results.ts";

const root = join(import.meta.dirname, "..");

/** Takes the whole machine for two seconds, so it runs when nothing else does. */
const CROWD = "test/lambdas/checkout-race.test.ts";

/** Functions log to the console of the test that calls them, where it can be listened to. */
const LOGGED_HERE = { POWERTOOLS_DEV: "true" };
/** 200 buyers at once through the whole shop: with anything beside it, requests would time out. */
const RACE = "test/e2e/race.test.ts";
const PATIENT = { testTimeout: 120_000, hookTimeout: 120_000 };

/**
 * `unit` needs no shop; the files of `e2e` drive whole shops, and run two at a time. `crowd` and `race` send hundreds of
 * requests at once and run alone. The browser tests run by Playwright: playwright.config.ts.
 */
export default defineConfig({
  root,
  cacheDir: join(root, ".build/vite"),
  test: {
    reporters: ["default", vitestResults(process.env["TEST_RUN"] ?? "vitest")],
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
          ...PATIENT,
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
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          exclude: [RACE],
          globalSetup: ["test/support/shared-stacks.ts"],
          ...PATIENT,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "race",
          include: [RACE],
          fileParallelism: false,
          ...PATIENT,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
