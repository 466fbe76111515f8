import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { expectEventsMatchContract } from "./event-contract.ts";
import { startShopProcess } from "./shop-process.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The running shops: one for each worker, shared by the test files of that worker. */
    sharedStacks: { url: string; dataDir: string }[];
  }
}

/** Starts one shop for each worker before the tests, and ends all shops after the tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folders = Array.from({ length: project.config.maxWorkers }, () =>
    mkdtempSync(join(tmpdir(), "shop-shared-")),
  );
  const shops = await Promise.all(folders.map((dataDir) => startShopProcess({ dataDir })));
  project.provide(
    "sharedStacks",
    shops.map(({ url }, i) => ({ url, dataDir: folders[i] ?? "" })),
  );
  return async () => {
    try {
      for (const { url } of shops) await expectEventsMatchContract(url);
    } finally {
      await Promise.all(shops.map((shop) => shop.end("SIGTERM")));
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    }
  };
}
