// `npm run fonts`: makes src/styles/fonts/*-text.woff2. These fonts have only the letters, weights and
// features that most pages use, because the first paint waits for them. The complete fonts also have the other
// letters (è, ñ).
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const { resolve } = createRequire(import.meta.url);
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
/** The same letters as `unicode-range` in src/styles/fonts.css. */
const LETTERS = `${ASCII}\u00a0©·×é–—‘’“”•…→`;

const FONTS = [
  { name: "besley", weight: 700, features: ["kern", "liga"] },
  { name: "hanken-grotesk", weight: { min: 400, max: 800 }, features: ["kern", "liga", "tnum"] },
  { name: "jetbrains-mono", weight: { min: 400, max: 700 }, features: [] },
];

for (const { name, weight, features } of FONTS) {
  const completeFont = await readFile(
    resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`),
  );
  // A constant, because the package's types lack the last two options and would refuse them in the call.
  const options = {
    targetFormat: "woff2" as const,
    variationAxes: { wght: weight },
    keepFeatures: features,
    noHinting: true,
  };
  const subset = await subsetFont(completeFont, LETTERS, options);
  await writeFile(fileURLToPath(new URL(`src/styles/fonts/${name}-text.woff2`, import.meta.url)), subset);
  console.log(`${name}: ${completeFont.length} bytes, subset ${subset.length}`);
}
