import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const web = join(import.meta.dirname, "../../web");
const css = readFileSync(join(web, "src/styles/fonts.css"), "utf8");
const generator = readFileSync(join(web, "fonts.ts"), "utf8");

/** The weights of the subset that `npm run fonts` makes, as CSS writes them: '700' or '400 800'. */
const subsets = [
  ...generator.matchAll(/name: "([\w-]+)", weight: (?:(\d+)|\{ min: (\d+), max: (\d+) \})/g),
].map(([, name = "", weight, min, max]) => [name, weight ?? `${min} ${max}`] as const);

test.each(subsets)(
  "all letters of %s have the weights of its subset, so that a letter outside the subset, as in 'É', is not bolder than the rest",
  (name, weights) => {
    const faces = css.split("@font-face").filter((face) => face.includes(`/${name}-`));
    expect(faces).toHaveLength(2);
    expect(faces.map((face) => /font-weight: ([\d ]+);/.exec(face)?.[1])).toEqual([weights, weights]);
  },
);

test("each font in fonts.css has a subset", () => {
  const fontFiles = css.split("@font-face").filter((face) => face.includes("url("));
  expect(fontFiles).toHaveLength(2 * subsets.length);
});
