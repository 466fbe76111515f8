/** Fourth step of the site's build: the page /door, and its service worker with the list of the page's files. */
import { fileURLToPath } from "node:url";
import { build } from "vite";
import * as z from "zod/mini";
import { DOOR_PATH } from "../../shared/tickets/door-path.ts";
import { buildWorker, readBuiltFile } from "../build-worker.ts";
import { allFilesOf, Manifest } from "../manifest.ts";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const MANIFEST = ".vite/door.json";
const PAGE_FILE = "door/index.html";
const PUBLIC_FILES = ["/door.webmanifest", "/favicon.ico", "/favicon.svg", "/icon-192.png"];

await build({
  configFile: pathOf("../vite.config.ts"),
  mode: "door",
  logLevel: "warn",
  build: { emptyOutDir: false, copyPublicDir: false, manifest: MANIFEST },
});
const manifest = z.parse(Manifest, JSON.parse(String(await readBuiltFile(MANIFEST))));
await buildWorker({
  source: pathOf("worker.ts"),
  file: "door-worker.js",
  files: [DOOR_PATH, ...allFilesOf(manifest, PAGE_FILE), ...PUBLIC_FILES],
  unhashedFiles: [PAGE_FILE, ...PUBLIC_FILES],
});
