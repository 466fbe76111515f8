import type { Product, Variant } from "../../../shared/product.ts";

/** What a variant is told apart by. */
export type Trait = "color" | "size";
const TRAITS = ["color", "size"] as const satisfies readonly Trait[];
export const traitLabels: Record<Trait, string> = { color: "Color", size: "Size" };

export type Option = { value: string; variant: Variant; soldOut: boolean; chosen: boolean };
export type Choice = { trait: Trait; label: string; options: readonly Option[] };

/** The variant to begin with: the first that is there, else the first; undefined for a product without variants. */
export const firstVariant = ({ variants = [] }: Product): Variant | undefined =>
  variants.find(({ stock }) => stock > 0) ?? variants[0];

const values = (variants: readonly Variant[], trait: Trait): string[] => [
  ...new Set(variants.flatMap((variant) => variant[trait] ?? [])),
];

/** The variant that has this value and otherwise stays as near to `chosen` as it can. */
function nearest(
  variants: readonly Variant[],
  chosen: Variant | undefined,
  trait: Trait,
  value: string,
): Variant | undefined {
  const having = variants.filter((variant) => variant[trait] === value);
  const other: Trait = trait === "color" ? "size" : "color";
  return having.find((variant) => variant[other] === chosen?.[other]) ?? having[0];
}

/**
 * The groups of options of a product with variants, colours first: each option leads to the variant that choosing it
 * gives. A colour is sold out in all its sizes, a size in the chosen colour.
 */
export function choicesOf({ variants = [] }: Product, chosen: Variant | undefined): Choice[] {
  return TRAITS.flatMap((trait) => {
    const options = values(variants, trait).flatMap((value) => {
      const variant = nearest(variants, chosen, trait, value);
      if (!variant) return [];
      const meant = trait === "color" ? variants.filter(({ color }) => color === value) : [variant];
      const soldOut = meant.every(({ stock }) => stock < 1);
      return { value, variant, soldOut, chosen: chosen?.[trait] === value };
    });
    return options.length > 0 ? { trait, label: traitLabels[trait], options } : [];
  });
}
