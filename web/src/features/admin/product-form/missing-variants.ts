import { comparableLabel } from "../../../../../shared/product-input.ts";
import { sizes as presetSizes } from "../../../../../shared/site/sizes.ts";
import type { DraftVariant } from "./draft.ts";
import { createVariant } from "./draft.ts";

/** The parts of a text such as 'Char, Forest', without repetition. */
export function splitList(text: string): string[] {
  const parts = text.split(/[,;\n]/).map((part) => part.trim().replace(/\s+/g, " "));
  return [...new Map(parts.filter(Boolean).map((part) => [comparableLabel(part), part])).values()];
}

const keyOf = ({ size, color }: Pick<DraftVariant, "size" | "color">): string =>
  JSON.stringify([comparableLabel(size), comparableLabel(color)]);

/** Spells a size or color like the existing variants, because the server refuses two spellings of one size or color. */
const spellLikeVariants = (variants: readonly DraftVariant[], name: "size" | "color", text: string): string =>
  variants.find((variant) => comparableLabel(variant[name]) === comparableLabel(text))?.[name].trim() ?? text;

/**
 * The pairs of a size and a color for which there is no variant yet. Without sizes, one variant for each color; without colors,
 * one for each size.
 */
export function missingVariants(
  variants: readonly DraftVariant[],
  sizes: readonly string[],
  colors: readonly string[],
): Pick<DraftVariant, "size" | "color">[] {
  if (sizes.length + colors.length === 0) return [];
  const usedKeys = new Set(variants.map(keyOf));
  return (colors.length > 0 ? colors : [""])
    .flatMap((color) =>
      (sizes.length > 0 ? sizes : [""]).map((size) => ({
        size: spellLikeVariants(variants, "size", size),
        color: spellLikeVariants(variants, "color", color),
      })),
    )
    .filter((variant) => {
      const isMissing = !usedKeys.has(keyOf(variant));
      usedKeys.add(keyOf(variant));
      return isMissing;
    });
}

/**
 * The place of each label in the sorted list, from 0. First come the presets in their own sequence, then the other labels in the
 * sequence of `labels`. A label's key in the map is its comparable form.
 */
function positionsOf(labels: readonly string[], presets: readonly string[]): Map<string, number> {
  const comparableLabels = [...new Set(labels.map(comparableLabel))];
  const usedPresets = presets.map(comparableLabel).filter((label) => comparableLabels.includes(label));
  const sortedLabels = [...new Set([...usedPresets, ...comparableLabels])];
  return new Map(sortedLabels.map((label, position) => [label, position]));
}

/**
 * The variants with the missing variants added, sorted by color, then by size. `stock`: the stock of each added variant, as it
 * was typed. Existing variants keep their ids and stock. Rows of the form that are new and have no size and color are left out.
 */
export function withMissingVariants(
  variants: readonly DraftVariant[],
  sizes: readonly string[],
  colors: readonly string[],
  stock: string,
): DraftVariant[] {
  const addedVariants = missingVariants(variants, sizes, colors).map((variant) => ({
    ...createVariant(),
    ...variant,
    stock,
  }));
  const allVariants = [...variants, ...addedVariants].filter(
    ({ id, size, color }) => id !== undefined || size.trim() !== "" || color.trim() !== "",
  );
  const sizePositions = positionsOf(
    allVariants.map(({ size }) => size),
    presetSizes,
  );
  const colorPositions = positionsOf(
    allVariants.map(({ color }) => color),
    [],
  );
  const positionOf = (positions: ReadonlyMap<string, number>, label: string) =>
    positions.get(comparableLabel(label)) ?? 0;
  return allVariants.sort(
    (a, b) =>
      positionOf(colorPositions, a.color) - positionOf(colorPositions, b.color) ||
      positionOf(sizePositions, a.size) - positionOf(sizePositions, b.size),
  );
}
