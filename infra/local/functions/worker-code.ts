import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";

/**
 * Put worker.ts without its types into `folder`; gives its path. Done once: a thread that took the types off itself
 * would start 50 ms later, and each instance is a thread.
 */
export function writeWorkerCode(folder: string): string {
  const source = readFileSync(join(import.meta.dirname, "worker.ts"), "utf8");
  const { code } = transformSync(source, { loader: "ts", format: "esm", target: "esnext" });
  const file = join(folder, "worker.mjs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, code);
  return file;
}
