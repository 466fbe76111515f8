import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The faces that the first screen is set in: fetched before the styles that name them are read. */
function preloadFonts(faces: string[]): Plugin {
  return {
    name: "preload-fonts",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => faces.some((face) => file.startsWith(`assets/${face}`)))
          .map((file): HtmlTagDescriptor => ({
            tag: "link",
            attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: true },
            injectTo: "head-prepend",
          })),
    },
  };
}

/**
 * What the first load needs, in two files that the browser keeps: libraries, which rarely change, and our own parts. Only
 * what the entry imports itself: parts of one page come with that page.
 */
const tags = ["$initial" as const];
const groups = [
  {
    name: "libraries",
    tags,
    test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|react-hot-toast|goober|zod)\//,
  },
  { name: "site", tags, test: /web\/src\/(styles|ui|shell|cart|catalogue|api|paths|load-matched)/ },
];

export default defineConfig(({ isSsrBuild }) => ({
  root: here("."),
  plugins: [react(), preloadFonts(["besley-text", "hanken-grotesk-text", "jetbrains-mono-text"])],
  build: {
    outDir: here("../.build/web"),
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    cssTarget: ["chrome120", "firefox128", "safari17"],
    // A content security policy without data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? {}
      : { input: [here("index.html"), here("src/start.ts")], output: { codeSplitting: { groups } } },
  },
}));
