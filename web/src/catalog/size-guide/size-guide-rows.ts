import type { Product } from "../../../../shared/product.ts";
import type { SizeGuide } from "../../../../shared/site/size-guides.ts";
import { sizeGuides } from "../../../../shared/site/size-guides.ts";

const guidesByCategory: ReadonlyMap<string, readonly SizeGuide[]> = new Map(Object.entries(sizeGuides));

/** The first size guide of the category that fits the product's name. */
export const sizeGuideOf = ({ category, name }: Pick<Product, "category" | "name">): SizeGuide | undefined =>
  guidesByCategory
    .get(category)
    ?.find(({ nameIncludes = "" }) => name.toLowerCase().includes(nameIncludes.toLowerCase()));

/** '20 in' and '51 cm', rounded to whole centimeters. */
export const measureTexts = (inches: number): { inches: string; centimeters: string } => ({
  inches: `${inches} in`,
  centimeters: `${Math.round(inches * 2.54)} cm`,
});

/**
 * The guide's rows for the sizes that the product has, with measurements in inches; all rows if the product has none of the
 * guide's sizes.
 */
export function sizeGuideRows(
  { sizes, measures }: SizeGuide,
  { variants = [] }: Pick<Product, "variants">,
): { size: string; inches: number[] }[] {
  const rows = sizes.map((size, i) => ({ size, inches: measures.map(({ inches }) => inches[i] ?? 0) }));
  const offeredRows = rows.filter((row) => variants.some(({ size }) => size === row.size));
  return offeredRows.length > 0 ? offeredRows : rows;
}
