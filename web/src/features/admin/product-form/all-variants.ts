import { comparableLabel } from "../../../../../shared/product-input.ts";
import { sizes as presetSizes } from "../../../../../shared/site/sizes.ts";
import type { DraftVariant } from "./draft.ts";
import { newVariant } from "./draft.ts";

/** The parts of a text such as 'Char, Forest', without repetition. */
export function splitList(text: string): string[] {
  const parts = text.split(/[,;\n]/).map((part) => part.trim().replace(/\s+/g, " "));
  return [...new Map(parts.filter(Boolean).map((part) => [comparableLabel(part), part])).values()];
}

const keyOf = ({ size, color }: Pick<DraftVariant, "size" | "color">): string =>
  JSON.stringify([comparableLabel(size), comparableLabel(color)]);

/** Spells a size or color as the variants spell it, because two spellings are refused. */
const spelledAs = (variants: readonly DraftVariant[], name: "size" | "color", text: string): string =>
  variants.find((variant) => comparableLabel(variant[name]) === comparableLabel(text))?.[name].trim() ?? text;

/**
 * The missing variants of these sizes and colors. Without sizes, one for each color; without colors, one for each size.
 */
export function missingVariants(
  variants: readonly DraftVariant[],
  sizes: readonly string[],
  colors: readonly string[],
): Pick<DraftVariant, "size" | "color">[] {
  if (sizes.length + colors.length === 0) return [];
  const existing = new Set(variants.map(keyOf));
  return (colors.length > 0 ? colors : [""])
    .flatMap((color) =>
      (sizes.length > 0 ? sizes : [""]).map((size) => ({
        size: spelledAs(variants, "size", size),
        color: spelledAs(variants, "color", color),
      })),
    )
    .filter((variant) => !existing.has(keyOf(variant)));
}

/** The position of each label in the sorted form: presets first, in their order, then the others as in `labels`. */
function places(labels: readonly string[], presets: readonly string[]): Map<string, number> {
  const inList = [...new Set(labels.map(comparableLabel))];
  const known = presets.map(comparableLabel).filter((label) => inList.includes(label));
  return new Map([...new Set([...known, ...inList])].map((label, place) => [label, place]));
}

/**
 * The variants with the missing ones added, by color and size. Existing variants keep their ids and stock; new
 * ones without size and color are left out.
 */
export function withMissingVariants(
  variants: readonly DraftVariant[],
  sizes: readonly string[],
  colors: readonly string[],
  stock: string,
): DraftVariant[] {
  const added = missingVariants(variants, sizes, colors).map((variant) => ({
    ...newVariant(),
    ...variant,
    stock,
  }));
  const all = [...variants, ...added].filter(
    ({ id, size, color }) => id !== undefined || size.trim() !== "" || color.trim() !== "",
  );
  const sizePlaces = places(
    all.map(({ size }) => size),
    presetSizes,
  );
  const colorPlaces = places(
    all.map(({ color }) => color),
    [],
  );
  const placeOf = (map: ReadonlyMap<string, number>, label: string) => map.get(comparableLabel(label)) ?? 0;
  return all.sort(
    (a, b) =>
      placeOf(colorPlaces, a.color) - placeOf(colorPlaces, b.color) ||
      placeOf(sizePlaces, a.size) - placeOf(sizePlaces, b.size),
  );
}
