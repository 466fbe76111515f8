// `npm run fonts`: makes src/styles/fonts/*-text.woff2, which block the first paint. They have only the letters, weights and
// features that the pages use. Other letters (é, ñ) come from the complete fonts when a page has them.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const { resolve } = createRequire(import.meta.url);
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
/** The same letters as `unicode-range` in src/styles/fonts.css. */
const LETTERS = `${ASCII}\u00a0©·×–—‘’“”•…→`;

const FONTS = [
  { name: "besley", weight: 700, keep: ["kern", "liga"] },
  { name: "hanken-grotesk", weight: { min: 400, max: 800 }, keep: ["kern", "liga", "tnum"] },
  { name: "jetbrains-mono", weight: { min: 400, max: 700 }, keep: [] },
];

for (const { name, weight, keep } of FONTS) {
  const complete = await readFile(
    resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`),
  );
  // In a constant of its own, because the package's types do not have the last two options yet.
  const options = {
    targetFormat: "woff2" as const,
    variationAxes: { wght: weight },
    keepFeatures: keep,
    noHinting: true,
  };
  const subset = await subsetFont(complete, LETTERS, options);
  await writeFile(fileURLToPath(new URL(`src/styles/fonts/${name}-text.woff2`, import.meta.url)), subset);
  console.log(`${name}: ${complete.length} bytes, subset ${subset.length}`);
}
