import type { categories } from "./categories.ts";

/** A measurement of the garment. `inches`: one value for each size of the guide. */
type Measure = { name: string; howToMeasure: string; inches: readonly number[] };

export type SizeGuide = {
  /** Only for products whose name contains this text. */
  nameIncludes?: string;
  sizes: readonly string[];
  measures: readonly Measure[];
  /** How the garment fits, and which size the hosts wear. */
  fit?: string;
};

type SizedCategory = Extract<(typeof categories)[number], { hasSizeGuide: true }>["id"];

const guideSizes = ["S", "M", "L", "XL", "XXL"];
const chest = "Laid flat, from armpit to armpit.";
const bodyLength = "From the highest point of the shoulder to the hem.";
const sleeve = "From the shoulder seam to the cuff.";
const hostSizes = "Nora is 5 ft 6 in (168 cm) and wears M. Dev is 6 ft (183 cm) and wears L.";

/**
 * The measurements of the goods, by category. The first guide that fits the product's name is shown. The page
 * adds centimeters.
 */
export const sizeGuides: Readonly<Record<SizedCategory, readonly SizeGuide[]>> = {
  shirts: [
    {
      nameIncludes: "Long Sleeve",
      sizes: guideSizes,
      measures: [
        { name: "Chest", howToMeasure: chest, inches: [18, 20, 22, 24, 26] },
        { name: "Length", howToMeasure: bodyLength, inches: [28, 29, 30, 31, 32] },
        { name: "Sleeve", howToMeasure: sleeve, inches: [24.5, 25, 25.5, 26, 26.5] },
      ],
      fit: hostSizes,
    },
    {
      sizes: guideSizes,
      measures: [
        { name: "Chest", howToMeasure: chest, inches: [18, 20, 22, 24, 26] },
        { name: "Length", howToMeasure: bodyLength, inches: [28, 29, 30, 31, 32] },
        { name: "Sleeve", howToMeasure: sleeve, inches: [8, 8.5, 9, 9.5, 10] },
      ],
      fit: `Measured on our regular fit. ${hostSizes}`,
    },
  ],
  polos: [
    {
      sizes: guideSizes,
      measures: [
        { name: "Chest", howToMeasure: chest, inches: [18.5, 20.5, 22.5, 24.5, 26.5] },
        { name: "Length", howToMeasure: bodyLength, inches: [27.5, 28.5, 29.5, 30.5, 31.5] },
        { name: "Sleeve", howToMeasure: sleeve, inches: [8.5, 9, 9.5, 10, 10.5] },
      ],
      fit: hostSizes,
    },
  ],
  sweatpants: [
    {
      sizes: guideSizes,
      measures: [
        {
          name: "Waist",
          howToMeasure: "All the way around, without stretching the waistband.",
          inches: [27, 30, 33, 36, 39],
        },
        {
          name: "Inseam",
          howToMeasure: "From the crotch seam to the cuff.",
          inches: [29, 29.5, 30, 30.5, 31],
        },
        {
          name: "Length",
          howToMeasure: "From the waistband to the cuff.",
          inches: [39.5, 40.5, 41.5, 42.5, 43.5],
        },
      ],
      fit: `The waistband stretches by 6 inches. ${hostSizes}`,
    },
  ],
};
