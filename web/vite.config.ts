import { createHash } from "node:crypto";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { defineConfig } from "vite";
import { brand } from "../shared/site/brand.ts";
import { brandHtml } from "./brand-html.ts";
import { withoutUnusedStyles } from "./unused-styles.ts";

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Preloads the fonts of the first screen, which the browser would find only after reading the styles. */
function preloadFonts(names: string[]): Plugin {
  return {
    name: "preload-fonts",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => names.some((name) => file.startsWith(`assets/${name}`)))
          .map((file): HtmlTagDescriptor => ({
            tag: "link",
            attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: true },
            injectTo: "head",
          })),
    },
  };
}

/** Writes the podcast's name, tagline and color into the HTML files. */
const withBrand = (): Plugin => ({
  name: "with-brand",
  transformIndexHtml: (html) => brandHtml(html, brand),
});

/** Replaces the function that Vite calls for each `import()`. */
const withImportPart = (): Plugin => ({
  name: "with-import-part",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () =>
      `export { importPart as __vitePreload } from ${JSON.stringify(pathOf("src/import-part.ts"))};`,
  },
});

/** Removes the fields of endpoints that only the OpenAPI document and the stack need. */
const withoutServerFields = (): Plugin => ({
  name: "without-server-fields",
  enforce: "pre",
  transform: {
    filter: { id: /shared\/api-[^/]*\.ts$/ },
    handler: (code) => code.replace(/\b(?:summary|access|handledBy):\s*"(?:[^"\\]|\\.)*",/g, ""),
  },
});

/** Limits a group to modules that the entry imports. Other modules are loaded with their page. */
const tags = ["$initial" as const];
/**
 * Which modules share a file. Without a group, the bundler makes a file for each set of modules that the same pages import: a
 * visit would load 30 more files of less than 1 KB. A group also gets the modules that its modules import, unless an earlier
 * group has them. A page loads a group's whole file, so modules of a first view are not in a group with modules of later views.
 */
const groups = [
  {
    // Libraries rarely change, so their file stays in the browser's cache.
    name: "libraries",
    tags,
    test: /node_modules\/(react|react-dom|scheduler|react-hot-toast|goober|zod)\//,
  },
  {
    name: "site",
    tags,
    test: /web\/src\/(styles|ui|shell|router|cart|catalog|api|paths|podcast\/page-episodes|store|poll|server-time|lazy-module|import-part|stored-value)/,
  },
  {
    // Components of several pages.
    name: "components",
    test: /web\/src\/ui\/(badge|price|quantity-stepper|product-image|empty-state|skeleton|search-field|use-url-search|use-is-current-location)\.|shared\/event-text\./,
  },
  {
    // The modules that the home page and the store share, except the contents of dialogs.
    name: "catalog",
    test: /web\/src\/catalog\/(product-(card|carousel|grid)|use-carousel|add-to-cart|lazy-product-dialog)/,
  },
  {
    // With the lazy parts of the store, because one file is smaller than two.
    name: "store",
    test: /web\/src\/features\/store\/(store-|use-filters|search|sort|product-options|list-page|more-products|page-links)|shared\/site\/(store|search)\./,
  },
  {
    // Small modules of the first views of several pages.
    name: "views",
    test: /web\/src\/(ui\/(day-text|picture-sources)|catalog\/(product-tiles|highlights))\.|shared\/(site\/hosts|calendar-path)\./,
  },
  {
    // What the checkout's first view shares with its later parts and with the pages of a payment.
    name: "order",
    test: /shared\/(order-terms|order-total|cart-figures)\.|web\/src\/(features\/checkout\/item-name|shop-settings)\./,
  },
  {
    // What the checkout's first view shares with the cart dialog and with the pages of a payment.
    name: "checkout",
    test: /shared\/(checkout-messages|checkout-form)\.|web\/src\/(features\/checkout\/(checkout-storage|order-url)|cart\/cart-line)\./,
  },
  {
    // What the podcast's pages share with each other and with the player.
    name: "episodes",
    test: /web\/src\/(player\/(playback|time-text|play-episode)|podcast\/(known-episodes|podcast-setting)|features\/podcast\/(episode-facts|episode-text|episode-play|waveform)|normalize-for-search)\.|shared\/(episode|api-episodes)\./,
  },
  {
    // The head with its structured data, and the texts and dates that it shares with the pages of orders and tickets.
    name: "structured-data",
    test: /web\/src\/ui\/write-head\.|shared\/(head-tags|structured-data|dates|zoned-time|local-time|postal-address|html|event-details|arrival-text)\./,
  },
  {
    // The contents of the cart dialog, which every page of the shop loads when it is idle, and of the toast that opens the dialog.
    name: "cart-contents",
    test: /web\/src\/(cart\/(cart-contents|cart-line-row|compare-with-catalog|added-toast-content)|catalog\/(delivery-notes|suggestions))\./,
  },
];

/**
 * File names with shorter hashes than usual, of 42 bits for code and 30 for other files. The first load contains about 170
 * names of files, and hashes cannot be compressed.
 */
const shortNames = {
  entryFileNames: "assets/[name]-[hash:7].js",
  chunkFileNames: "assets/[name]-[hash:7].js",
  assetFileNames: "assets/[name]-[hash:5][extname]",
};

/**
 * The name of a CSS module's class. Vite's default also contains the line number, which is different in each name and so
 * cannot be compressed.
 */
function classNameOf(name: string, file: string): string {
  const path = relative(pathOf("."), file.replace(/\?.*/, "")).replaceAll("\\", "/");
  return `${name}_${createHash("sha256").update(path).digest("hex").slice(0, 5)}`;
}

/**
 * Scripts of the player, and of pages that only a few visits open: the back office, the pages after a payment, and those of
 * links in mails.
 */
const SEPARATE_SCRIPTS =
  /assets\/(player-bar|admin-layout|(dashboard|success|cancel|ticket|order|find-order|back-in-stock|unsubscribe|confirm-newsletter)-page)-/;

/** The files that the entry imports: they are loaded before the entry can load a part. */
const ENTRY_FILES = /assets\/(libraries|rolldown-runtime|site)-/;

/**
 * The files to load together with a part of the code. The lists are part of every visitor's first load, so files of the entry are
 * left out, and of separate parts only the styles and the script itself are listed: the script imports the others.
 */
const filesToLoad = (file: string, dependencies: string[]): string[] =>
  dependencies.filter(
    (name) =>
      !ENTRY_FILES.test(name) && (!SEPARATE_SCRIPTS.test(file) || name.endsWith(".css") || name === file),
  );

/** The files of one build: renderer of pages, page of the door (`--mode door`), or site. */
function inputAndChunks(isSsrBuild: boolean | undefined, mode: string) {
  if (isSsrBuild) return { output: { codeSplitting: false } };
  // The door is a separate build, so that the shop's pages load no code for it.
  if (mode === "door") return { input: pathOf("door/index.html") };
  return {
    input: [pathOf("index.html"), pathOf("src/start.ts")],
    output: { ...shortNames, codeSplitting: { groups } },
  };
}

export default defineConfig(({ isSsrBuild, mode }) => ({
  root: pathOf("."),
  plugins: [
    react(),
    withoutServerFields(),
    withBrand(),
    withImportPart(),
    preloadFonts(["besley-text", "hanken-grotesk-text", "jetbrains-mono-text"]),
  ],
  css: {
    modules: { generateScopedName: classNameOf },
    postcss: { plugins: [withoutUnusedStyles] },
  },
  build: {
    outDir: pathOf("../.build/web"),
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    cssTarget: ["chrome120", "firefox128", "safari17"],
    // The content security policy allows data: URLs only for pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: filesToLoad },
    rolldownOptions: inputAndChunks(isSsrBuild, mode),
  },
}));
