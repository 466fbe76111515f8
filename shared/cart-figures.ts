import type { CartLine } from "./cart.ts";
import { cartTotal, needsShipping } from "./cart.ts";
import { toCents, toDollars } from "./money.ts";
import type { OrderData } from "./order-data.ts";
import type { OrderTerms } from "./order-terms.ts";
import { flatTerms } from "./order-terms.ts";

/** Subtotal, shipping and total of a cart in dollars. */
export function cartFigures(
  lines: readonly CartLine[],
  ship: boolean,
  { shippingFee, tax }: OrderTerms = flatTerms,
): OrderData["fin"] {
  const sub = cartTotal(lines);
  const fee = ship && needsShipping(lines) ? shippingFee : 0;
  const tot = toDollars(toCents(sub) + toCents(fee) + toCents(tax ?? 0));
  return { sub, ship: fee, ...(tax === undefined ? {} : { tax }), tot };
}
