/** Second step of the site's build: writes the pages that are finished HTML into the built site. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import * as z from "zod/mini";
import { withHead } from "../shared/page-meta.ts";
import { prerendered } from "../shared/site/prerendered.ts";
import type * as Entry from "./src/prerender.tsx";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SITE = here("../.build/web");
const WORK = here("../.build/prerender");
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

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.optional(z.array(z.string())),
    imports: z.optional(z.array(z.string())),
  }),
);
type Manifest = z.infer<typeof Manifest>;

/** The files that the chunk of `key` needs, its own included, each once. */
function filesOf(
  manifest: Manifest,
  key: string,
  seen = new Set<string>(),
): { code: string[]; css: string[] } {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return { code: [], css: [] };
  seen.add(key);
  const below = (chunk.imports ?? []).map((name) => filesOf(manifest, name, seen));
  return {
    code: [...below.flatMap(({ code }) => code), chunk.file],
    css: [...below.flatMap(({ css }) => css), ...(chunk.css ?? [])],
  };
}

const dataLink = (path: string): string =>
  DATA[path] ? `<link rel="preload" as="fetch" crossorigin href="${DATA[path]}">` : "";

/** The styles and code of a page that the shell does not load by itself. */
function linksFor(manifest: Manifest, path: string, shell: string): string {
  const key = CODE[path];
  if (!key) return "";
  if (!manifest[key]) throw new Error(`${key} is not in the build's manifest`);
  const { code, css } = filesOf(manifest, key);
  const missing = (file: string) => !shell.includes(`"/${file}"`);
  return [
    ...css.filter(missing).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...code.filter(missing).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join("\n    ");
}

/** A picture that the first screen needs is named before the code, not after it. */
const PICTURE = /<link rel="preload" as="image"[^>]*>/g;

await build({
  configFile: here("vite.config.ts"),
  logLevel: "warn",
  build: { ssr: "src/prerender.tsx", outDir: WORK, manifest: false, copyPublicDir: false },
});
// What the build just made from that very file.
const { render } = (await import(pathToFileURL(join(WORK, "prerender.js")).href)) as typeof Entry;
const shell = await readFile(join(SITE, "index.html"), "utf8");
const manifest = z.parse(Manifest, JSON.parse(await readFile(join(SITE, ".vite/manifest.json"), "utf8")));

for (const [path, file] of Object.entries(prerendered)) {
  const { html, meta } = await render(path);
  const pictures = html.match(PICTURE) ?? [];
  const page = withHead(shell, meta)
    .replace("<head>", () => ["<head>", ...pictures].join("\n    "))
    .replace("</head>", () => `  ${dataLink(path)}${linksFor(manifest, path, shell)}\n  </head>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-page="${path}">${html.replace(PICTURE, "")}</div>`,
    );
  await mkdir(dirname(join(SITE, file)), { recursive: true });
  await writeFile(join(SITE, file), page);
}
await rm(WORK, { recursive: true });
