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

/** A file system in memory on Linux: faster than a disk, and the tests' data need not last. */
const MEMORY = "/dev/shm";

/**
 * Starts one DynamoDB server for all test files; each file makes its own tables in it. With DYNAMODB_ENDPOINT that
 * server is used, for machines without a package of ours.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["DYNAMODB_ENDPOINT"];
  if (given) {
    project.provide("tableEndpoint", given);
    return () => Promise.resolve();
  }
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
