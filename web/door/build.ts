/** Third step of the site's build: the page /door, and its service worker with the list of the page's files. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import * as z from "zod/mini";
import { allFilesOf, Manifest } from "../manifest.ts";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SITE_FOLDER = pathOf("../../.build/web");
const MANIFEST = ".vite/door.json";
const PAGE = "/door";
const PAGE_FILE = "door/index.html";
const PUBLIC_FILES = ["/door.webmanifest", "/favicon.ico", "/favicon.svg", "/icon-192.png"];

const hashOf = (...contents: (string | Uint8Array)[]): string => {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 16);
};
const readBuilt = (file: string) => readFile(join(SITE_FOLDER, file));

await build({
  configFile: pathOf("../vite.config.ts"),
  mode: "door",
  logLevel: "warn",
  build: { emptyOutDir: false, copyPublicDir: false, manifest: MANIFEST },
});
const manifest = z.parse(Manifest, JSON.parse(String(await readBuilt(MANIFEST))));
/** These have a hash of their content in their name. */
const assets = allFilesOf(manifest, PAGE_FILE);
const unhashed = await Promise.all([PAGE_FILE, ...PUBLIC_FILES].map(readBuilt));
const workerSource = await readFile(pathOf("worker.ts"));

await build({
  configFile: false,
  logLevel: "warn",
  publicDir: false,
  define: {
    DOOR_FILES: JSON.stringify([PAGE, ...assets, ...PUBLIC_FILES]),
    DOOR_VERSION: JSON.stringify(hashOf(JSON.stringify(assets), workerSource, ...unhashed)),
  },
  build: {
    outDir: SITE_FOLDER,
    emptyOutDir: false,
    target: "es2022",
    rolldownOptions: {
      input: pathOf("worker.ts"),
      output: { format: "iife", entryFileNames: "door-worker.js" },
    },
  },
});
