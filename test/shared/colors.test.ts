import { expect, test } from "vitest";
import { colorsInName } from "../../shared/site/colors.ts";

test("a color's name in any case gives its value; two names give two values, an unknown name gives none", () => {
  expect(colorsInName("FOREST")).toEqual([expect.stringMatching(/^#/)]);
  expect(colorsInName("FOREST")).toEqual(colorsInName("Forest"));
  expect(colorsInName("Cream / Oak")).toEqual([...colorsInName("Cream"), ...colorsInName("Oak")]);
  expect(colorsInName("Octarine / constructor")).toEqual([undefined, undefined]);
});
