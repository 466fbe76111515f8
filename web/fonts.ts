// `npm run fonts`: makes src/styles/fonts/*-text.woff2, which every first visit waits for: the letters, weights and features
// that the pages use, of the whole fonts. Other letters (é, ñ) come from the whole ones when a page has them.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const { resolve } = createRequire(import.meta.url);
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
/** The same as `unicode-range` in src/styles/fonts.css says. */
const TEXT = `${ASCII}\u00a0©·×–—‘’“”•…→`;

const FONTS = [
  { name: "besley", weight: 700, keep: ["kern", "liga"] },
  { name: "hanken-grotesk", weight: { min: 400, max: 800 }, keep: ["kern", "liga", "tnum"] },
  { name: "jetbrains-mono", weight: { min: 400, max: 700 }, keep: [] },
];

for (const { name, weight, keep } of FONTS) {
  const whole = await readFile(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));
  // Not written into the call: the package's types do not know the last two yet.
  const options = {
    targetFormat: "woff2" as const,
    variationAxes: { wght: weight },
    keepFeatures: keep,
    noHinting: true,
  };
  const cut = await subsetFont(whole, TEXT, options);
  await writeFile(fileURLToPath(new URL(`src/styles/fonts/${name}-text.woff2`, import.meta.url)), cut);
  console.log(`${name}: ${whole.length} bytes, cut to ${cut.length}`);
}
