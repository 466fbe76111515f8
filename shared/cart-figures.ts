import type { CartLine } from "./cart.ts";
import { cartTotal, needsShipping } from "./cart.ts";
import { toDollars } from "./money.ts";
import type { OrderData } from "./order-data.ts";
import type { OrderTerms } from "./order-terms.ts";
import { defaultTerms } from "./order-terms.ts";
import { totalCents } from "./order-total.ts";

/** Subtotal, discount, shipping, tax and total of a cart in dollars. */
export function cartFigures(
  lines: readonly CartLine[],
  isShipped: boolean,
  { shippingFee, tax, applied: appliedCode }: OrderTerms = defaultTerms,
): OrderData["fin"] {
  const sub = cartTotal(lines);
  const disc = appliedCode?.discount ?? 0;
  const fee = isShipped && needsShipping(lines) ? shippingFee : 0;
  const tot = toDollars(totalCents({ subtotal: sub, discount: disc, shipping: fee, tax }));
  return { sub, ...(disc > 0 ? { disc } : {}), ship: fee, ...(tax === undefined ? {} : { tax }), tot };
}
