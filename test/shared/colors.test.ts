import { expect, test } from "vitest";
import { colorsInName } from "../../shared/site/colors.ts";

test("a color's name has its value in any case, two names have two values, and an unknown name is neutral", () => {
  expect(colorsInName("FOREST")).toEqual(colorsInName("Forest"));
  expect(colorsInName("Cream / Oak")).toEqual([...colorsInName("Cream"), ...colorsInName("Oak")]);
  expect(colorsInName("Octarine")).toEqual(colorsInName("constructor"));
  expect(colorsInName("Octarine")).toHaveLength(1);
});
