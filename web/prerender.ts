/** Second step of the site's build: writes the HTML of public pages into the built site. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import * as z from "zod/mini";
import { FIRST_PAGE } from "../shared/api-catalog.ts";
import { messages } from "../shared/messages.ts";
import { withHead } from "../shared/page-meta.ts";
import { prerendered } from "../shared/site/prerendered.ts";
import { filesOf, Manifest } from "./manifest.ts";
import type * as Entry from "./src/prerender.tsx";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SITE_FOLDER = pathOf("../.build/web");
const TEMP_FOLDER = pathOf("../.build/prerender");
const ENTRY_CHUNK = "index.html";
/** The code of each page. */
const PAGE_CODE: Record<string, string> = {
  "/": "src/features/home/home-page.tsx",
  "/store": "src/features/store/store-page.tsx",
  "/podcast": "src/features/podcast/podcast-page.tsx",
  "/blog": "src/features/blog/blog-page.tsx",
  "/contact": "src/features/contact/contact-page.tsx",
};
/** The first API call of a page. The browser makes this call while it loads the code. */
const PAGE_DATA: Record<string, string> = {
  "/": "/api/products?featured=true",
  "/store": `/api/products?limit=${FIRST_PAGE}`,
};
/** The script tags of Vite's build. In prerendered pages src/start.ts loads the code instead. */
const SCRIPT_TAGS = /\s*<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g;
/** Preloads of pictures are moved behind the viewport tag, before the code. */
const VIEWPORT = /<meta name="viewport"[^>]*>/;
const PICTURE_PRELOAD = /<link rel="preload" as="image"[^>]*>/g;

await build({
  configFile: pathOf("vite.config.ts"),
  logLevel: "warn",
  build: { ssr: "src/prerender.tsx", outDir: TEMP_FOLDER, manifest: false, copyPublicDir: false },
});
// The build above made this module from src/prerender.tsx.
const { render } = (await import(pathToFileURL(join(TEMP_FOLDER, "prerender.js")).href)) as typeof Entry;
const emptyPage = await readFile(join(SITE_FOLDER, ENTRY_CHUNK), "utf8");
const manifest = z.parse(
  Manifest,
  JSON.parse(await readFile(join(SITE_FOLDER, ".vite/manifest.json"), "utf8")),
);

/** The styles that the empty page lacks. */
const styleLinks = (path: string): string =>
  filesOf(manifest, [ENTRY_CHUNK, ...(PAGE_CODE[path] ? [PAGE_CODE[path]] : [])])
    .css.filter((file) => !emptyPage.includes(`"${file}"`))
    .map((file) => `<link rel="stylesheet" crossorigin href="${file}">`)
    .join("\n    ");

/** The script that starts the page. */
function startScript(path: string): string {
  const [starter] = filesOf(manifest, ["src/start.ts"]).code;
  const [entry] = filesOf(manifest, [ENTRY_CHUNK]).code.slice(-1);
  const { code } = filesOf(manifest, [ENTRY_CHUNK, ...(PAGE_CODE[path] ? [PAGE_CODE[path]] : [])]);
  const files = [entry, ...code.filter((file) => file !== entry)].join(" ");
  const data = PAGE_DATA[path] ? ` data-fetch="${PAGE_DATA[path]}"` : "";
  const texts = ` data-failed="${messages.codeMissing}" data-reload="${messages.reload}"`;
  return `<script type="module" async blocking="render" fetchpriority="high" crossorigin src="${starter}" data-code="${files}"${data}${texts}></script>`;
}

for (const [path, file] of Object.entries(prerendered)) {
  const { html, meta } = await render(path);
  const pictures = html.match(PICTURE_PRELOAD) ?? [];
  const page = withHead(emptyPage.replace(SCRIPT_TAGS, ""), meta)
    // Before the viewport tag, a phone would choose pictures for a width of 980 px. The script comes before styles
    // and fonts, because it starts the download of the code.
    .replace(VIEWPORT, (viewport) => [viewport, startScript(path), ...pictures].join("\n    "))
    .replace("</head>", () => `  ${styleLinks(path)}\n  </head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-page="${path}">${html.replace(PICTURE_PRELOAD, "")}</div>`,
    );
  await mkdir(dirname(join(SITE_FOLDER, file)), { recursive: true });
  await writeFile(join(SITE_FOLDER, file), page);
}
await rm(TEMP_FOLDER, { recursive: true });
