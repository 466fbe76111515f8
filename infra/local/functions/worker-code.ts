import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

/**
 * Write worker.ts without its types into `folder`; returns its path. Done once, because a thread that strips the types
 * itself starts 50 ms later, and each function instance is a thread.
 */
export function writeWorkerCode(folder: string): string {
  const source = readFileSync(join(import.meta.dirname, "worker.ts"), "utf8");
  const file = join(folder, "worker.mjs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, stripTypeScriptTypes(source));
  return file;
}
