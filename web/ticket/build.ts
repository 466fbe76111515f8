/** Fifth step of the site's build: the service worker of /ticket, with the list of the page's files. */
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { buildWorker, readBuiltFile } from "../build-worker.ts";
import { filesOf, Manifest } from "../manifest.ts";

/** The file that the edge sends for /ticket: a page without content, which the router fills. */
const EMPTY_PAGE = "index.html";
const CHUNKS = [EMPTY_PAGE, "src/features/tickets/ticket-page.tsx"];

const manifest = z.parse(Manifest, JSON.parse(String(await readBuiltFile(".vite/manifest.json"))));
const { code, css } = filesOf(manifest, CHUNKS);
/** The fonts that the page preloads for its first screen. */
const fonts = [...String(await readBuiltFile(EMPTY_PAGE)).matchAll(/href="(\/assets\/[^"]+\.woff2)"/g)].map(
  ([, url = ""]) => url,
);
await buildWorker({
  source: fileURLToPath(new URL("worker.ts", import.meta.url)),
  file: "ticket-worker.js",
  files: ["/ticket", ...code, ...css, ...fonts],
  unhashedFiles: [EMPTY_PAGE],
});
