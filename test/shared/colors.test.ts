import { expect, test } from "vitest";
import { colorNames, colorsInName } from "../../shared/site/colors.ts";

test("a color's name in any case gives its value; two names give two values, an unknown name gives none", () => {
  for (const name of colorNames) {
    expect(colorsInName(name)).toEqual([expect.stringMatching(/^#/)]);
    expect(colorsInName(name.toUpperCase())).toEqual(colorsInName(name));
    expect(colorsInName(`${name} / constructor`)).toEqual([...colorsInName(name), undefined]);
  }
  expect(colorsInName("Octarine / constructor")).toEqual([undefined, undefined]);
});
