import type { Product, Variant } from "../../../shared/product.ts";

/** An attribute that distinguishes the variants of a product. */
export type Trait = "color" | "size";
const TRAITS = ["color", "size"] as const satisfies readonly Trait[];
const traitLabels: Record<Trait, string> = { color: "Color", size: "Size" };

/** The color and size that the visitor has chosen so far. */
export type Selection = { readonly [T in Trait]?: string | undefined };

type Option = {
  value: string;
  state: "available" | "sold out" | "not offered";
  /**
   * Sold-out options can be chosen only if all variants are sold out. The visitor then chooses the option for which the shop
   * sends a back-in-stock mail.
   */
  canChoose: boolean;
};
export type TraitOptions = { trait: Trait; label: string; options: readonly Option[] };

const valuesOf = (variants: readonly Variant[], trait: Trait): string[] => [
  ...new Set(variants.flatMap((variant) => variant[trait] || [])),
];

/** The variants that have the selected values of the traits before `trait`: for a size, those in the selected color. */
function matchEarlierTraits(variants: readonly Variant[], selection: Selection, trait: Trait): Variant[] {
  const earlierTraits = TRAITS.slice(0, TRAITS.indexOf(trait));
  return variants.filter((variant) =>
    earlierTraits.every(
      (earlierTrait) =>
        selection[earlierTrait] === undefined || variant[earlierTrait] === selection[earlierTrait],
    ),
  );
}

function stateOf(variants: readonly Variant[]): Option["state"] {
  if (variants.length === 0) return "not offered";
  return variants.some(({ stock }) => stock > 0) ? "available" : "sold out";
}

/**
 * The options of a product with variants, colors before sizes. A color is sold out if all its sizes are sold
 * out. A size is sold out if it is sold out in the selected color; if no color is selected, in all colors.
 */
export function traitOptionsOf(
  { variants = [] }: Pick<Product, "variants">,
  selection: Selection,
): TraitOptions[] {
  // 'sold out' only if all variants are sold out.
  const choosableState = stateOf(variants);
  return TRAITS.flatMap((trait) => {
    const candidates = matchEarlierTraits(variants, selection, trait);
    const options = valuesOf(variants, trait).map((value) => {
      const state = stateOf(candidates.filter((variant) => variant[trait] === value));
      return { value, state, canChoose: state === choosableState };
    });
    const isNeeded = candidates.some((variant) => variant[trait]);
    return isNeeded ? [{ trait, label: traitLabels[trait], options }] : [];
  });
}

/**
 * The selection without values that cannot be chosen, such as a size that the selected color does not have. If a trait has only one
 * value, the value is filled in, even if it is sold out.
 */
export function validSelection(product: Pick<Product, "variants">, selection: Selection): Selection {
  let checkedSelection: Selection = {};
  for (const trait of TRAITS) {
    const options =
      traitOptionsOf(product, checkedSelection).find((traitOptions) => traitOptions.trait === trait)
        ?.options ?? [];
    const selectedOption = options.find(
      ({ value, canChoose }) => options.length === 1 || (value === selection[trait] && canChoose),
    );
    checkedSelection = { ...checkedSelection, [trait]: selectedOption?.value };
  }
  return checkedSelection;
}

/** The product's only color, or else the color that the picture shows, if it can be chosen. */
export const choosableColor = (
  { variants, imageColors = {} }: Pick<Product, "variants" | "imageColors">,
  pictureUrl: string,
): string | undefined => validSelection({ variants }, { color: imageColors[pictureUrl] }).color;

/** The first trait that has no value yet; undefined when the selection names a variant. */
export const missingTrait = (product: Pick<Product, "variants">, selection: Selection): Trait | undefined =>
  traitOptionsOf(product, selection).find(({ trait }) => selection[trait] === undefined)?.trait;

/** The variant with all selected values; undefined while a trait is missing. */
export const selectedVariant = (
  product: Pick<Product, "variants">,
  selection: Selection,
): Variant | undefined =>
  missingTrait(product, selection)
    ? undefined
    : product.variants?.find((variant) =>
        TRAITS.every((trait) => (variant[trait] || undefined) === selection[trait]),
      );
