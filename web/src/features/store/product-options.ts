import type { Product } from "../../../../shared/product.ts";

/** Sizes and colors. In a filter, an empty list allows every value. */
export type ProductOptions = { sizes: readonly string[]; colors: readonly string[] };

/** The variants that can be bought. A product without variants is its own variant. */
export const variantsInStock = (product: Product) =>
  (product.variants?.length ? product.variants : [product]).filter(({ stock }) => stock > 0);

/** The colors in the name of a color: 'Cream / Oak' is found under 'Cream' and under 'Oak'. */
export const colorsIn = (name = ""): string[] =>
  name
    .split("/")
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * Whether a variant in stock has one of the sizes and one of the colors. Without sizes and colors, sold-out products
 * match too.
 */
export const matchesOptions = (product: Product, { sizes, colors }: ProductOptions): boolean =>
  (sizes.length === 0 && colors.length === 0) ||
  variantsInStock(product).some(
    ({ size = "", color }) =>
      (sizes.length === 0 || sizes.includes(size)) &&
      (colors.length === 0 || colorsIn(color).some((name) => colors.includes(name))),
  );
