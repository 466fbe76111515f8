import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const packages = createRequire(import.meta.url);
const font = (name: string) =>
  packages.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);

type Asset = { type: string; body: Buffer | string };

/** Asks for the page again every few seconds while it is seen and nobody reads or types in it. */
const SCRIPT = `
const live = document.getElementById("live");
const busy = () =>
  document.hidden ||
  live.contains(document.activeElement) ||
  live.querySelector("details[open], iframe") !== null ||
  String(getSelection()) !== "";
async function refresh() {
  if (busy()) return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
  if (next && !busy() && next.innerHTML !== live.innerHTML) live.replaceChildren(...next.childNodes);
}
if (live) setInterval(() => refresh().catch(() => undefined), 3000);
document.querySelector("header [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
document.querySelector(".kinds [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
`;

/** The parts of the style sheet; what comes later wins. */
const STYLE = [
  "base",
  "header",
  "page",
  "tables",
  "controls",
  "states",
  "overview",
  "faults",
  "mails",
  "tables-narrow",
];
const styleOf = (part: string): string =>
  readFileSync(join(import.meta.dirname, "style", `${part}.css`), "utf8");

/** The console's style, script and letters, by path; undefined for another path. */
export function assetAt(path: string): Asset | undefined {
  if (path === "/console.js") return { type: "text/javascript; charset=utf-8", body: SCRIPT };
  if (path === "/console.css")
    return { type: "text/css; charset=utf-8", body: STYLE.map(styleOf).join("\n") };
  const name = /^\/fonts\/(besley|hanken-grotesk|jetbrains-mono)\.woff2$/.exec(path)?.[1];
  return name === undefined ? undefined : { type: "font/woff2", body: readFileSync(font(name)) };
}
