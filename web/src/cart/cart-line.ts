import type { CartLine } from "../../../shared/cart.ts";
import { variantLabel } from "../../../shared/product.ts";

/** One text for product and variant, to be used as a React key. */
export const lineId = ({ product, variantId }: CartLine): string => `${product.id}/${variantId ?? ""}`;

/** The size and color of what is in the line: 'M / Charcoal'; '' without any. */
export const variantOf = ({ product, variantId }: CartLine): string =>
  variantLabel(product.variants?.find(({ id }) => id === variantId) ?? product);

export const fewerLeftText = (wanted: number, left: number): string =>
  `Only ${left} left: your ${wanted} become ${left}.`;
