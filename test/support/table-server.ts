import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startDynoxide } from "../../infra/local/table/dynoxide.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the DynamoDB server of this test run answers. */
    tableEndpoint: string;
  }
}

/** A folder that is in memory, where there is one: no test waits for a disk. */
const MEMORY = "/dev/shm";

/** One DynamoDB server for the whole run; every test file makes a table of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "shop-table-"));
  const server = await startDynoxide(folder, (reason) => {
    throw new Error(reason);
  });
  project.provide("tableEndpoint", server.endpoint);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
