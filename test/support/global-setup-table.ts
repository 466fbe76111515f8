import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startDynoxide } from "../../infra/local/table/dynoxide.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of the run's DynamoDB server. */
    tableEndpoint: string;
  }
}

/** A file system in memory on Linux, which is faster than a disk. */
const MEMORY = "/dev/shm";

/** Starts one DynamoDB server for the whole run; each test file creates its own table in it. */
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
