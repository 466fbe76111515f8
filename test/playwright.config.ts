import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./support/chromium.mjs";
import { CHROMIUM_ARGS } from "./support/browser.ts";

const root = join(import.meta.dirname, "..");
const executablePath = findChromium();

/**
 * Turns off V8's slowest optimizing compiler, and lets V8 compile a function for its first call without first interpreting the
 * function. A test has a page open so briefly that optimizing takes longer than it saves. The faster optimizing compiler,
 * Maglev, stays on: the arithmetic with large integers of a sign-in takes 1 s of processor time with it, and 3 s without.
 */
const V8_FLAGS = "--js-flags=--no-opt --always-sparkplug";

/** Without this flag Chromium starts a spare process for each new page (0.07 s of processor time), which no test uses. */
const WITHOUT_SPARE_PROCESS = "--renderer-process-limit=1";

/** The main process does the work of the GPU process and of the network process: a tenth less processor time for a test. */
const FEWER_PROCESSES = ["--in-process-gpu", "--enable-features=NetworkServiceInProcess2"];

/** Each worker has its own shop and browser. Failed tests are not retried, so flaky tests are noticed. */
export default defineConfig({
  testDir: "browser",
  testMatch: "*.test.ts",
  outputDir: join(root, ".build/browser-tests"),
  workers: Number(process.env["TEST_WORKERS"] ?? 2),
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // Generous, because results arrive through queues, caches or polling.
  expect: { timeout: 30_000 },
  reporter: [["list"], ["./support/playwright-results.ts"]],
  use: {
    // Tracing takes a quarter of the processor time, so `npm test` sets TRACE only to repeat failed tests.
    trace: process.env["TRACE"] ? { mode: "on", screenshots: false, sources: false } : "off",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...CHROMIUM_ARGS, ...FEWER_PROCESSES, V8_FLAGS, WITHOUT_SPARE_PROCESS],
    },
  },
});
