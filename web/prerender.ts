/** Second step of the site's build: writes the HTML of public pages into the built site. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import * as z from "zod/mini";
import { FIRST_STORE_PAGE_SIZE } from "../shared/api-catalog.ts";
import { prerenderedMessages } from "../shared/prerendered-messages.ts";
import { ORIGIN_TOKEN, withHead } from "../shared/page-head.ts";
import { NOT_FOUND_FILE, prerendered } from "../shared/prerendered.ts";
import { filesOf, Manifest } from "./manifest.ts";
import { slots } from "./src/page-html.ts";
import type * as PrerenderModule from "./src/prerender.tsx";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SITE_FOLDER = pathOf("../.build/web");
/**
 * The built renderer of pages, and the pages' templates. The function `render-page` contains this folder's files.
 */
const PAGES_FOLDER = pathOf("../.build/pages");
const ENTRY_CHUNK = "index.html";
/** The key of the template of product pages. */
const PRODUCT_PAGE: typeof PrerenderModule.PRODUCT_PAGE = "/store/:productId";
/** The key of the template of episodes' pages. */
const EPISODE_PAGE: typeof PrerenderModule.EPISODE_PAGE = "/podcast/:episodeId";
/** The source files of each page's own code. */
const PAGE_CODE: Record<string, string[]> = {
  "/": ["src/features/home/home-page.tsx"],
  "/store": ["src/features/store/store-page.tsx"],
  [PRODUCT_PAGE]: ["src/features/store/store-page.tsx", "src/catalog/product-dialog.tsx"],
  "/podcast": ["src/features/podcast/podcast-page.tsx"],
  [EPISODE_PAGE]: ["src/features/podcast/episode-page.tsx"],
  "/blog": ["src/features/blog/blog-page.tsx"],
  "/contact": ["src/features/contact/contact-page.tsx"],
  "/checkout": ["src/features/checkout/form/checkout-page.tsx"],
};
/** The source files of parts whose HTML is prerendered, but whose code is loaded later. Their styles are loaded with the page. */
const LATER_CODE: Record<string, string[]> = {
  [PRODUCT_PAGE]: [
    "src/catalog/product-extras.tsx",
    "src/catalog/back-in-stock.tsx",
    "src/catalog/event-facts.tsx",
  ],
};
/** The URL of a page's first API call. The browser makes this call while it loads the code. */
const FIRST_CALL_URL: Record<string, string> = {
  "/": "/api/products?featured=true",
  "/store": `/api/products?limit=${FIRST_STORE_PAGE_SIZE}`,
};
/** The URL of a page's API call when a search is typed. */
const SEARCH_CALL_URL: Record<string, string> = { "/store": "/api/products" };
/** The tags with which Vite's build loads and preloads the code. In prerendered pages src/start.ts loads the code instead. */
const SCRIPT_TAGS = /\s*<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g;
/** The picture preloads come after this tag: without it, a phone chooses pictures for a width of 980 px. */
const VIEWPORT_TAG = /<meta name="viewport"[^>]*>/;

await build({
  configFile: pathOf("vite.config.ts"),
  logLevel: "warn",
  build: { ssr: "src/prerender.tsx", outDir: PAGES_FOLDER, manifest: false, copyPublicDir: false },
});
// The build above made this module from src/prerender.tsx.
const { render, createNotFoundRenderer, createPageRenderer } = (await import(
  pathToFileURL(join(PAGES_FOLDER, "prerender.js")).href
)) as typeof PrerenderModule;
/** The page of Vite's build, with an empty root. */
const emptyPage = await readFile(join(SITE_FOLDER, ENTRY_CHUNK), "utf8");
const manifest = z.parse(
  Manifest,
  JSON.parse(await readFile(join(SITE_FOLDER, ".vite/manifest.json"), "utf8")),
);

/** The styles that the empty page lacks. */
const styleLinks = (path: string): string =>
  filesOf(manifest, [ENTRY_CHUNK, ...(PAGE_CODE[path] ?? []), ...(LATER_CODE[path] ?? [])])
    .css.filter((file) => !emptyPage.includes(`"${file}"`))
    .map((file) => `<link rel="stylesheet" crossorigin href="${file}">`)
    .join("\n    ");

/** The files of the page's code, the entry first. */
function codeFilesOf(path: string): string[] {
  const { code } = filesOf(manifest, [ENTRY_CHUNK, ...(PAGE_CODE[path] ?? [])]);
  // `filesOf` returns imports first, so the last file is the entry.
  const [entryFile = ""] = filesOf(manifest, [ENTRY_CHUNK]).code.slice(-1);
  return [entryFile, ...code.filter((file) => file !== entryFile)];
}

/** Preloads of the page's code and first API call. On a slow connection, styles and fonts come first. */
const codePreloads = (path: string): string =>
  [
    ...codeFilesOf(path).map((file) => `rel="modulepreload" href="${file}"`),
    ...(FIRST_CALL_URL[path] ? [`rel="preload" as="fetch" href="${FIRST_CALL_URL[path]}"`] : []),
  ]
    .map((attributes) => `<link ${attributes} crossorigin fetchpriority="low">`)
    .join("\n    ");

function startScript(path: string): string {
  const [startFile] = filesOf(manifest, ["src/start.ts"]).code;
  const searchAttribute = SEARCH_CALL_URL[path] ? ` data-search="${SEARCH_CALL_URL[path]}"` : "";
  const textAttributes = ` data-failed="${prerenderedMessages.codeMissing}" data-reload="${prerenderedMessages.reload}"`;
  return `<script type="module" async blocking="render" fetchpriority="high" crossorigin src="${startFile}" data-code="${codeFilesOf(path).join(" ")}"${searchAttribute}${textAttributes}></script>`;
}

/** The page's HTML with the slots that `fillPage` fills. */
const templateOf = (path: string): string =>
  withHead(emptyPage.replace(SCRIPT_TAGS, ""), render(path).meta)
    .replace(VIEWPORT_TAG, (viewport) => [viewport, startScript(path), slots.pictures].join("\n    "))
    .replace("</head>", () => `  ${styleLinks(path)}\n    ${codePreloads(path)}\n  </head>`)
    .replace(
      '<div id="root"></div>',
      `${slots.withoutScript}<div id="root" ${slots.root}>${slots.page}</div>${slots.data}`,
    );

const templates = Object.fromEntries(
  [...Object.keys(prerendered), PRODUCT_PAGE, EPISODE_PAGE].map((path) => [path, templateOf(path)]),
);
const renderPage = createPageRenderer(templates);
async function writePage(file: string, html: string): Promise<void> {
  await mkdir(dirname(join(SITE_FOLDER, file)), { recursive: true });
  await writeFile(join(SITE_FOLDER, file), html);
}
for (const [path, file] of Object.entries(prerendered)) await writePage(file, renderPage(path, ORIGIN_TOKEN));
await writePage(NOT_FOUND_FILE, createNotFoundRenderer(emptyPage)(ORIGIN_TOKEN));
await writeFile(
  join(PAGES_FOLDER, "pages.js"),
  [
    `import { createNotFoundRenderer, createPageRenderer } from "./prerender.js";`,
    `export { selectProducts } from "./prerender.js";`,
    `export const notFoundPage = createNotFoundRenderer(${JSON.stringify(emptyPage)});`,
    `export const renderPage = createPageRenderer(${JSON.stringify(templates)});`,
  ].join("\n"),
);
