import { describe, expect, test } from "vitest";
import { categories, hasSizeGuide } from "../../../shared/site/categories.ts";
import { type SizeGuide, sizeGuides } from "../../../shared/site/size-guides.ts";
import {
  measureTexts,
  sizeGuideOf,
  sizeGuideRows,
} from "../../../web/src/catalog/size-guide/size-guide-rows.ts";
import { testProduct } from "../../support/fixtures.ts";

/** `sizeGuides`, typed so that this file also compiles in a shop without size guides. */
const guidesByCategory: Readonly<Record<string, readonly SizeGuide[]>> = sizeGuides;

const tee = testProduct({
  name: "Hex Tee",
  variants: ["M", "XL"].map((size) => ({ id: size, size, stock: 1 })),
});

describe("the size guide", () => {
  test("exists for the categories that settings name, with a measurement for each size", () => {
    const sizedCategories = categories.map(({ id }) => id).filter((id) => hasSizeGuide(id));
    expect(sizedCategories).toEqual(Object.keys(guidesByCategory));
    for (const { sizes, measures } of Object.values(guidesByCategory).flat())
      for (const { inches } of measures) expect(inches).toHaveLength(sizes.length);
  });

  test("is the category's guide for the product's name, or else the category's guide for all names", () => {
    for (const [category, guides] of Object.entries(guidesByCategory)) {
      const guideFor = (name: string) => sizeGuideOf({ category, name });
      // '#' is in no guide's `nameIncludes`.
      expect(guideFor("#")).toBe(guides.find(({ nameIncludes }) => nameIncludes === undefined));
      for (const guide of guides)
        if (guide.nameIncludes) expect(guideFor(`# ${guide.nameIncludes.toLowerCase()}`)).toBe(guide);
    }
    expect(sizeGuideOf({ category: "ticket", name: "Live Taping" })).toBeUndefined();
  });

  test("shows the sizes that the product has, or all if it has none of them", () => {
    const guide: SizeGuide = {
      sizes: ["S", "M", "L", "XL"],
      measures: [
        { name: "Chest", howToMeasure: "Laid flat.", inches: [18, 20, 22, 24] },
        { name: "Sleeve", howToMeasure: "To the cuff.", inches: [8, 8.5, 9, 9.5] },
      ],
    };
    expect(sizeGuideRows(guide, tee)).toEqual([
      { size: "M", inches: [20, 8.5] },
      { size: "XL", inches: [24, 9.5] },
    ]);
    expect(sizeGuideRows(guide, testProduct()).map(({ size }) => size)).toEqual(guide.sizes);
  });

  test("is in inches and whole centimeters", () => {
    expect(measureTexts(8.5)).toEqual({ inches: "8.5 in", centimeters: "22 cm" });
  });
});
