import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { type ShopProcess, startShopProcess } from "./shop-process.ts";

export { expect } from "@playwright/test";

type WorkerFixtures = {
  /**
   * Files that name the same shop share one, and so does every file that names none. A file that counts orders, mails
   * or sales names a shop of its own: `test.use({ shopName: "analytics" })`.
   */
  shopName: string;
  /** The whole local stack, started for the worker's first test and ended after its last one. */
  shop: ShopProcess;
};
type TestFixtures = { cleanUp: undefined };

const cleanups: (() => unknown)[] = [];

/** Runs `action` when the current test has ended, passed or not. */
export const onTestFinished = (action: () => unknown): void => void cleanups.push(action);

/** Playwright's test, with a running shop for each worker whose faults are off when a test begins. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  shopName: ["", { scope: "worker", option: true }],
  shop: [
    // The name only decides which tests share a worker.
    async ({ shopName: _ }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), "shop-browser-"));
      const shop = await startShopProcess({ dataDir });
      await use(shop);
      await shop.end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  cleanUp: [
    async ({ shopName: _ }, use) => {
      await use(undefined);
      for (const action of cleanups.splice(0).reverse()) await action();
    },
    { auto: true },
  ],
});
