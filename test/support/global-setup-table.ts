import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startDynoxide } from "../../infra/local/table/dynoxide.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of the DynamoDB server that all test files use. */
    tableEndpoint: string;
  }
}

/** Linux keeps files in this folder in memory, which is faster than a disk. */
const MEMORY_FOLDER = "/dev/shm";

/**
 * Starts one DynamoDB server, in which each test file creates its own tables. If DYNAMODB_ENDPOINT is set,
 * the tests use that server instead, for example on a machine that the packaged server does not run on.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const configuredEndpoint = process.env["DYNAMODB_ENDPOINT"];
  if (configuredEndpoint) {
    project.provide("tableEndpoint", configuredEndpoint);
    return () => Promise.resolve();
  }
  const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), "shop-table-"));
  const server = await startDynoxide(folder, (reason) => {
    throw new Error(reason);
  });
  project.provide("tableEndpoint", server.endpoint);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
