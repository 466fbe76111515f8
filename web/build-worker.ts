import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const SITE_FOLDER = fileURLToPath(new URL("../.build/web", import.meta.url));

export const readBuiltFile = (file: string): Promise<Buffer> => readFile(join(SITE_FOLDER, file));

function hashOf(contents: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 16);
}

type WorkerOptions = {
  /** The worker's source. */
  source: string;
  /** The name of the built file. */
  file: string;
  /** The URLs of the files that the worker caches. */
  files: readonly string[];
  /** The paths in the built site of those files whose names have no hash. Their content is part of VERSION. */
  unhashedFiles: readonly string[];
};

/**
 * Builds a service worker. Its constant FILES lists the files to cache. VERSION changes when one of these files or the
 * worker's own code changes.
 */
export async function buildWorker({ source, file, files, unhashedFiles }: WorkerOptions): Promise<void> {
  const sources = [source, fileURLToPath(new URL("worker-scope.ts", import.meta.url))];
  const contents = await Promise.all([
    ...sources.map((path) => readFile(path)),
    ...unhashedFiles.map(readBuiltFile),
  ]);
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: {
      FILES: JSON.stringify(files),
      VERSION: JSON.stringify(hashOf([JSON.stringify(files), ...contents])),
    },
    build: {
      outDir: SITE_FOLDER,
      emptyOutDir: false,
      target: "es2022",
      rolldownOptions: { input: source, output: { format: "iife", entryFileNames: file } },
    },
  });
}
