import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "../infra/local/bootstrap/chromium.mjs";
import { CHROMIUM_ARGS } from "./support/browser.ts";

const root = join(import.meta.dirname, "..");
const executablePath = findChromium();

/** The shop in a real browser: one shop and one browser for each worker. A test that fails once has failed. */
export default defineConfig({
  testDir: "browser",
  testMatch: "*.test.ts",
  outputDir: join(root, ".build/browser-tests"),
  workers: Number(process.env["BROWSER_WORKERS"] ?? 2),
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // What is waited for comes by way of queues, a cache or the next poll.
  expect: { timeout: 15_000 },
  reporter: [["list"]],
  use: {
    trace: { mode: "retain-on-failure", screenshots: false, sources: false },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: CHROMIUM_ARGS },
  },
});
