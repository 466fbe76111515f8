import type { Product, Variant } from "../../../shared/product.ts";

/** An attribute that distinguishes the variants of a product. */
type Trait = "color" | "size";
const TRAITS = ["color", "size"] as const satisfies readonly Trait[];
const traitLabels: Record<Trait, string> = { color: "Color", size: "Size" };

type Option = { value: string; variant: Variant; soldOut: boolean; chosen: boolean };
export type Choice = { trait: Trait; label: string; options: readonly Option[] };

/** The first variant in stock, else the first; undefined for a product without variants. */
export const firstVariant = ({ variants = [] }: Product): Variant | undefined =>
  variants.find(({ stock }) => stock > 0) ?? variants[0];

const valuesOf = (variants: readonly Variant[], trait: Trait): string[] => [
  ...new Set(variants.flatMap((variant) => variant[trait] ?? [])),
];

/** A variant whose `trait` has this value. Prefers the variant with the same other trait as `chosen`. */
function variantWith(
  variants: readonly Variant[],
  chosen: Variant | undefined,
  trait: Trait,
  value: string,
): Variant | undefined {
  const matching = variants.filter((variant) => variant[trait] === value);
  const otherTrait: Trait = trait === "color" ? "size" : "color";
  return matching.find((variant) => variant[otherTrait] === chosen?.[otherTrait]) ?? matching[0];
}

/**
 * The options of a product with variants, colors before sizes. Each option names the variant that it chooses.
 * A color is sold out if all its sizes are sold out; a size, if it is sold out in the chosen color.
 */
export function choicesOf({ variants = [] }: Product, chosen: Variant | undefined): Choice[] {
  return TRAITS.flatMap((trait) => {
    const options = valuesOf(variants, trait).flatMap((value) => {
      const variant = variantWith(variants, chosen, trait, value);
      if (!variant) return [];
      const coveredVariants = trait === "color" ? variants.filter(({ color }) => color === value) : [variant];
      const soldOut = coveredVariants.every(({ stock }) => stock < 1);
      return { value, variant, soldOut, chosen: chosen?.[trait] === value };
    });
    return options.length > 0 ? { trait, label: traitLabels[trait], options } : [];
  });
}
