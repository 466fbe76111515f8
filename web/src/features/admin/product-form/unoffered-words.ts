import { formatDateTime } from "../../../../../shared/dates.ts";
import type { Product } from "../../../../../shared/product.ts";
import { variantLabel } from "../../../../../shared/product.ts";
import type { UnofferedStock } from "../../../../../shared/stock.ts";

const itemCount = (n: number): string => `${n} ${n === 1 ? "item" : "items"}`;

/** '2 items are in M / Char, which is no longer offered.' */
export function unofferedText({ available, held, ...variant }: UnofferedStock): string {
  const count = available > 0 ? available : held;
  const verb = count === 1 ? "is" : "are";
  if (variant.variantId === undefined)
    return `${itemCount(count)} ${verb} without a size or color, from before there were any.`;
  return `${itemCount(count)} ${verb} in ${variantLabel(variant) || variant.variantId}, which is no longer offered.`;
}

/** '1 more is held for an unpaid order until ...'; undefined when nothing is held. */
export function heldText({ available, held, holds }: UnofferedStock): string | undefined {
  if (held <= 0) return undefined;
  const last = holds.at(-1)?.endsAt;
  const until = last === undefined ? "" : ` until ${formatDateTime(last)}`;
  const count = available > 0 ? `${held} more` : held === 1 ? "It" : "They";
  return `${count} ${held === 1 ? "is" : "are"} held for an unpaid order${until}, and can be moved if it is not paid.`;
}

/** Where pieces can be moved: a variant, or the product itself (null). */
export type Target = { id: string | null; label: string };

/** The variants that the product offers now, or the product itself when it has none. */
export const targetsOf = ({ variants = [] }: Product): Target[] =>
  variants.length > 0
    ? variants.map((variant) => ({ id: variant.id, label: variantLabel(variant) || variant.id }))
    : [{ id: null, label: "the product" }];
