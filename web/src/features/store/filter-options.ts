import type { Product } from "../../../../shared/product.ts";
import { sizes as presetSizes } from "../../../../shared/site/sizes.ts";
import type { ProductOptions } from "./product-options.ts";
import { colorsIn, variantsInStock } from "./product-options.ts";
import type { Filters } from "./use-filters.ts";
import { productsInCategory } from "./use-filters.ts";

/** The rank of a letter size, by which sizes are sorted: XS, S, M, L, XL, XXL or 2XL. Undefined for other sizes. */
function letterSizeRank(size: string): number | undefined {
  const [, count, xs = "", letter] = /^(?:(\d)X|(X*))([SML])$/i.exec(size) ?? [];
  if (!letter) return undefined;
  const xCount = count ? Number(count) : xs.length;
  return { S: -1 - xCount, M: 0, L: 1 + xCount }[letter.toUpperCase()];
}

/**
 * The place of a size among those of the settings. Another letter size comes after the last letter size of the settings that
 * is not larger; any other size comes last.
 */
function placeOf(size: string): number {
  const place = presetSizes.findIndex((preset) => preset === size);
  const rank = letterSizeRank(size);
  if (place >= 0 || rank === undefined) return place >= 0 ? place : Infinity;
  return presetSizes.findLastIndex((preset) => (letterSizeRank(preset) ?? Infinity) <= rank) + 0.5;
}

function compareSizes(a: string, b: string): number {
  const [placeA, placeB] = [placeOf(a), placeOf(b)];
  if (placeA !== placeB) return placeA - placeB;
  const [rankA = Infinity, rankB = Infinity] = [letterSizeRank(a), letterSizeRank(b)];
  return rankA === rankB ? a.localeCompare(b, "en", { numeric: true }) : rankA - rankB;
}

/**
 * The sizes and colors in which the category's products can be bought, and the chosen values, so that they can be
 * removed.
 */
export function filterOptionsOf(products: readonly Product[], filters: Filters): ProductOptions {
  const variants = productsInCategory(products, filters.category).flatMap(variantsInStock);
  const sizes = new Set([...filters.sizes, ...variants.flatMap(({ size }) => size || [])]);
  const colors = new Set([...filters.colors, ...variants.flatMap(({ color }) => colorsIn(color))]);
  return { sizes: [...sizes].sort(compareSizes), colors: [...colors].sort() };
}
