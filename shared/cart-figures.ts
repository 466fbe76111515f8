import type { CartLine } from "./cart.ts";
import { cartTotal, needsShipping } from "./cart.ts";
import { toDollars } from "./money.ts";
import type { OrderData } from "./order-data.ts";
import { totalCents } from "./order-total.ts";
import { SHIPPING_FEE } from "./site/delivery.ts";

/** Subtotal, shipping and total of a cart in dollars. `disc`: what a discount code takes off, in dollars. */
export function cartFigures(lines: readonly CartLine[], ship: boolean, disc = 0): OrderData["fin"] {
  const sub = cartTotal(lines);
  const fee = ship && needsShipping(lines) ? SHIPPING_FEE : 0;
  const tot = toDollars(totalCents({ subtotal: sub, discount: disc, shipping: fee }));
  return { sub, ...(disc > 0 ? { disc } : {}), ship: fee, tot };
}
