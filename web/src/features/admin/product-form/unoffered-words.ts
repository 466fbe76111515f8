import { formatDateTime } from "../../../../../shared/dates.ts";
import type { Product } from "../../../../../shared/product.ts";
import { variantLabel } from "../../../../../shared/product.ts";
import type { UnofferedStock } from "../../../../../shared/stock.ts";

const items = (n: number): string => `${n} ${n === 1 ? "item" : "items"}`;

/** '2 items are in M / Char, which is no longer offered.' */
export function unofferedWords({ available, held, ...of }: UnofferedStock): string {
  const count = available > 0 ? available : held;
  const isAre = count === 1 ? "is" : "are";
  if (of.variantId === undefined)
    return `${items(count)} ${isAre} without a size or color, from before there were any.`;
  return `${items(count)} ${isAre} in ${variantLabel(of) || of.variantId}, which is no longer offered.`;
}

/** What waits for payment and comes back if it does not come; undefined when nothing does. */
export function heldWords({ available, held, holds }: UnofferedStock): string | undefined {
  if (held <= 0) return undefined;
  const last = holds.at(-1)?.endsAt;
  const until = last === undefined ? "" : ` until ${formatDateTime(last)}`;
  const count = available > 0 ? `${held} more` : held === 1 ? "It" : "They";
  return `${count} ${held === 1 ? "is" : "are"} held for an unpaid order${until}, and can be moved if it is not paid.`;
}

/** A place to move pieces to: a variant, or (null) the product itself. */
export type Target = { id: string | null; label: string };

/** What the product offers now. */
export const targetsOf = ({ variants = [] }: Product): Target[] =>
  variants.length > 0
    ? variants.map((variant) => ({ id: variant.id, label: variantLabel(variant) || variant.id }))
    : [{ id: null, label: "the product" }];
