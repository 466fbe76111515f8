import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { BASE } from "./sources.ts";

type Asset = { type: string; body: Buffer | string };

const FONTS: Record<string, string> = {
  besley: "Besley Variable",
  "hanken-grotesk": "Hanken Grotesk Variable",
  "jetbrains-mono": "JetBrains Mono Variable",
};
const fontFace = ([name, family]: [string, string]): string =>
  `@font-face{font-family:"${family}";src:url("${BASE}/fonts/${name}.woff2");font-weight:400 800;font-display:swap}`;

/** The shop's style sheets. The console's own sheet follows them, so its rules override theirs. */
const SHOP_SHEETS = [
  ...["styles/tokens", "styles/base", "styles/utilities"],
  ...["button", "field", "notice", "badge", "empty-state", "visually-hidden"].map(
    (name) => `ui/${name}.module`,
  ),
].map((name) => join(import.meta.dirname, `../../../web/src/${name}.css`));

/** The console's style sheet, script or font at `path`; undefined for any other path. */
export function assetAt(path: string): Asset | undefined {
  if (path === "/console.js")
    return {
      type: "text/javascript; charset=utf-8",
      body: readFileSync(join(import.meta.dirname, "refresh.mjs")),
    };
  if (path === "/console.css") {
    const sheets = [...SHOP_SHEETS, join(import.meta.dirname, "console.css")].map((file) =>
      readFileSync(file, "utf8"),
    );
    return {
      type: "text/css; charset=utf-8",
      body: [...Object.entries(FONTS).map(fontFace), ...sheets].join("\n"),
    };
  }
  const name = /^\/fonts\/([\w-]+)\.woff2$/.exec(path)?.[1];
  if (name === undefined || !Object.hasOwn(FONTS, name)) return undefined;
  const file = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  return { type: "font/woff2", body: readFileSync(createRequire(import.meta.url).resolve(file)) };
}
