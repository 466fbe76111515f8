import type { Product } from "../../../../shared/product.ts";

/** Sizes and colors. In a filter, an empty list lets every value pass. */
export type Traits = { sizes: readonly string[]; colors: readonly string[] };

/** The variants that can be bought. A product without variants is its own variant. */
const inStock = (product: Product) =>
  (product.variants?.length ? product.variants : [product]).filter(({ stock }) => stock > 0);

/** The colors in the name of a color: 'Cream / Oak' is found under both. */
const colorsIn = (name = ""): string[] =>
  name
    .split("/")
    .map((part) => part.trim())
    .filter(Boolean);

/** Whether the product can be bought in one of the sizes and, of that size, in one of the colors. */
export const hasTraits = (product: Product, { sizes, colors }: Traits): boolean =>
  (sizes.length === 0 && colors.length === 0) ||
  inStock(product).some(
    ({ size = "", color }) =>
      (sizes.length === 0 || sizes.includes(size)) &&
      (colors.length === 0 || colorsIn(color).some((name) => colors.includes(name))),
  );

/** The place of a letter size: XS before S, M, L, XL, XXL or 2XL. Undefined for other sizes. */
function letterSizeRank(size: string): number | undefined {
  const [, digits, letters = "", letter] = /^(?:(\d)X|(X*))([SML])$/i.exec(size) ?? [];
  if (!letter) return undefined;
  const steps = digits ? Number(digits) : letters.length;
  return { S: -1 - steps, M: 0, L: 1 + steps }[letter.toUpperCase()];
}

function compareSizes(a: string, b: string): number {
  const [rankA = Infinity, rankB = Infinity] = [letterSizeRank(a), letterSizeRank(b)];
  return rankA === rankB ? a.localeCompare(b, undefined, { numeric: true }) : rankA - rankB;
}

/** The sizes and colors in which a product can be bought, and the chosen ones, so that they can be taken back. */
export function traitOptions(products: readonly Product[], chosen: Traits): Traits {
  const variants = products.flatMap(inStock);
  const sizes = new Set([...chosen.sizes, ...variants.flatMap(({ size }) => size || [])]);
  const colors = new Set([...chosen.colors, ...variants.flatMap(({ color }) => colorsIn(color))]);
  return { sizes: [...sizes].sort(compareSizes), colors: [...colors].sort() };
}
