import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const sources = join(import.meta.dirname, "../../web/src");
const read = (file: string): string => readFileSync(join(sources, file), "utf8").toLowerCase();
const palette = [...read("styles/tokens.css").matchAll(/--[a-z]+-\d+: (#[0-9a-f]{6});/g)].map(
  ([, color]) => color,
);

/** The drawings that another podcast replaces, and the door, where green and red have a meaning. */
const ownColors = /tokens\.css$|^ui\/logo\.tsx$|^shell\/footer-animation\/|^features\/door\//;
const files = globSync("**/*.{css,tsx}", { cwd: sources }).filter((file) => !ownColors.test(file));

test("no file repeats a color of tokens.css, so that a change there changes the whole site", () => {
  expect(palette.length).toBeGreaterThan(10);
  const repetitions = files.flatMap((file) =>
    palette.filter((color) => color && read(file).includes(color)).map((color) => `${file}: ${color}`),
  );
  expect(repetitions).toEqual([]);
});
