import { expect, test } from "vitest";
import { colorNames, colorsInName } from "../../shared/site/colors.ts";

test("each part of a color's name, in any case, gives its value; an unknown part gives none", () => {
  for (const name of colorNames) {
    expect(colorsInName(name)).toEqual([expect.stringMatching(/^#/)]);
    expect(colorsInName(name.toUpperCase())).toEqual(colorsInName(name));
    expect(colorsInName(`${name} / constructor`)).toEqual([...colorsInName(name), undefined]);
  }
  expect(colorsInName("Octarine / constructor")).toEqual([undefined, undefined]);
});
