import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@playwright/test";
import { expectEventsMatchContract } from "./event-contract.ts";
import { type ShopProcess, startShopProcess } from "./shop-process.ts";

export { expect } from "@playwright/test";

type WorkerFixtures = {
  /**
   * Test files of one worker with the same name share a shop; the default is the empty name. A file that counts orders,
   * mails or sales needs its own shop: `test.use({ shopName: "analytics" })`.
   */
  shopName: string;
  /** Features that the default shop does not have, as in `SHOP_WITH`. Files of one worker with the same features share a shop. */
  shopWith: string;
  /** The local stack; it runs from the worker's first test to its last. */
  shop: ShopProcess;
};
type TestFixtures = { cleanUp: undefined };

const cleanups: (() => unknown)[] = [];

/** Runs `action` after the current test, also when it failed. */
export const onTestFinished = (action: () => unknown): void => void cleanups.push(action);

/** Playwright's test with the worker's running shop. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  shopName: ["", { scope: "worker", option: true }],
  shopWith: ["", { scope: "worker", option: true }],
  shop: [
    // Playwright starts a worker for each value of a worker option, so the name is not read here.
    async ({ shopName: _, shopWith }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), "shop-browser-"));
      const shop = await startShopProcess({ dataDir, env: { SHOP_WITH: shopWith } });
      await use(shop);
      try {
        await expectEventsMatchContract(shop.url);
      } finally {
        await shop.end("SIGTERM");
        rmSync(dataDir, { recursive: true, force: true });
      }
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
