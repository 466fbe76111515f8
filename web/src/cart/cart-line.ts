import type { CartLine } from "../../../shared/cart.ts";
import { pictureAlt, pictureOf, variantLabel } from "../../../shared/product.ts";

/** Identifies a line by its product and variant, for example as a React key. */
export const lineId = ({ product, variantId }: CartLine): string => `${product.id}/${variantId ?? ""}`;

/** The size and color of the line: 'M / Charcoal'; '' for a product without size and color. */
export const variantLabelOf = ({ product, variantId }: CartLine): string =>
  variantLabel(product.variants?.find(({ id }) => id === variantId) ?? product);

/** The picture of the line's color, and its alternative text: '' if the picture's color is not known. */
export function linePicture({ product, variantId }: CartLine): { src: string; alt: string } {
  const src = pictureOf(product, product.variants?.find(({ id }) => id === variantId)?.color);
  return { src, alt: product.imageColors?.[src] ? pictureAlt(product, src) : "" };
}

export const fewerLeftText = (inCart: number, available: number): string =>
  `Only ${available} left: your ${inCart} become ${available}.`;
