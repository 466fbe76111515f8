import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import type { Product } from "../../../../../shared/product.ts";
import { variantLabel } from "../../../../../shared/product.ts";
import type { UnofferedStock } from "../../../../../shared/stock.ts";
import { countText } from "../count-text.ts";

/** '2 items are in M / Char, which is no longer offered.' */
export function unofferedText({ available, held, ...variant }: UnofferedStock): string {
  const count = available > 0 ? available : held;
  const verb = count === 1 ? "is" : "are";
  if (variant.variantId === undefined)
    return `${countText(count, "item")} ${verb} without a size or color, from before there were any.`;
  return `${countText(count, "item")} ${verb} in ${variantLabel(variant) || variant.variantId}, which is no longer offered.`;
}

/** '1 more is held for an unpaid order until ...', or 'for unpaid orders' if there are several holds; undefined if no pieces are held. */
export function heldText({ available, held, holds }: UnofferedStock): string | undefined {
  if (held <= 0) return undefined;
  // The server sorts the holds by their end.
  const latestEnd = holds.at(-1)?.endsAt;
  const until = latestEnd === undefined ? "" : ` until ${formatShopTime(latestEnd)}`;
  const pronoun = held === 1 ? "It" : "They";
  const subject = available > 0 ? `${held} more` : pronoun;
  const [orders, condition] =
    holds.length > 1 ? ["unpaid orders", "these are not paid"] : ["an unpaid order", "it is not paid"];
  return `${subject} ${held === 1 ? "is" : "are"} held for ${orders}${until}, and can be moved if ${condition}.`;
}

/** A target to which pieces can be moved: a variant, or the product itself if `id` is null. */
export type MoveTarget = { id: string | null; label: string };

/** The variants that the product offers now; the product itself if it has no variants. */
export const targetsOf = ({ variants = [] }: Product): MoveTarget[] =>
  variants.length > 0
    ? variants.map((variant) => ({ id: variant.id, label: variantLabel(variant) || variant.id }))
    : [{ id: null, label: "the product" }];
