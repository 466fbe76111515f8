/** Second step of the site's build: writes the pages that are finished HTML into the built site. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import * as z from "zod/mini";
import { messages } from "../shared/messages.ts";
import { withHead } from "../shared/page-meta.ts";
import { prerendered } from "../shared/site/prerendered.ts";
import { filesOf, Manifest } from "./manifest.ts";
import type * as Entry from "./src/prerender.tsx";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SITE = here("../.build/web");
const WORK = here("../.build/prerender");
const ENTRY = "index.html";
/** Pages whose code is not part of the first bundle. */
const CODE: Record<string, string> = {
  "/podcast": "src/features/podcast/podcast-page.tsx",
  "/blog": "src/features/blog/blog-page.tsx",
  "/contact": "src/features/contact/contact-page.tsx",
};
/** What a page asks the API for at once: fetched beside its code, not after it. */
const DATA: Record<string, string> = {
  "/": "/api/products?featured=true",
  "/store": "/api/products",
};
/** How the built page loads its code: finished pages do it when they have been painted (see src/start.ts). */
const SCRIPTS = /\s*<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g;
/** A picture that the first screen needs is named before the code, not after it. */
const VIEWPORT = /<meta name="viewport"[^>]*>/;
const PICTURE = /<link rel="preload" as="image"[^>]*>/g;

await build({
  configFile: here("vite.config.ts"),
  logLevel: "warn",
  build: { ssr: "src/prerender.tsx", outDir: WORK, manifest: false, copyPublicDir: false },
});
// What the build just made from that very file.
const { render } = (await import(pathToFileURL(join(WORK, "prerender.js")).href)) as typeof Entry;
const shell = await readFile(join(SITE, ENTRY), "utf8");
const manifest = z.parse(Manifest, JSON.parse(await readFile(join(SITE, ".vite/manifest.json"), "utf8")));

/** The styles that the shell does not have, and the script that starts the page. */
function links(path: string): string {
  const [starter] = filesOf(manifest, ["src/start.ts"]).code;
  const [entry] = filesOf(manifest, [ENTRY]).code.slice(-1);
  const { code, css } = filesOf(manifest, [ENTRY, ...(CODE[path] ? [CODE[path]] : [])]);
  const files = [entry, ...code.filter((file) => file !== entry)].join(" ");
  const data = DATA[path] ? ` data-fetch="${DATA[path]}"` : "";
  const words = ` data-failed="${messages.codeMissing}" data-reload="${messages.reload}"`;
  return [
    ...css
      .filter((file) => !shell.includes(`"${file}"`))
      .map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    `<script type="module" crossorigin src="${starter}" data-code="${files}"${data}${words}></script>`,
  ].join("\n    ");
}

for (const [path, file] of Object.entries(prerendered)) {
  const { html, meta } = await render(path);
  const pictures = html.match(PICTURE) ?? [];
  const page = withHead(shell.replace(SCRIPTS, ""), meta)
    // Below it: before that line a phone takes itself for 980 px wide.
    .replace(VIEWPORT, (viewport) => [viewport, ...pictures].join("\n    "))
    .replace("</head>", () => `  ${links(path)}\n  </head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-page="${path}">${html.replace(PICTURE, "")}</div>`,
    );
  await mkdir(dirname(join(SITE, file)), { recursive: true });
  await writeFile(join(SITE, file), page);
}
await rm(WORK, { recursive: true });
