import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

/**
 * Writes worker.ts without types into `folder`; returns the new file's path. A thread that strips types itself
 * starts 50 ms later, and every function instance is a thread.
 */
export function writeWorkerCode(folder: string): string {
  const source = readFileSync(join(import.meta.dirname, "worker.ts"), "utf8");
  const file = join(folder, "worker.mjs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, stripTypeScriptTypes(source));
  return file;
}
