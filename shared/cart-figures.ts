import type { CartLine } from "./cart.ts";
import { cartTotal, needsShipping } from "./cart.ts";
import { toCents, toDollars } from "./money.ts";
import type { OrderData } from "./order-data.ts";
import { SHIPPING_FEE } from "./site/delivery.ts";

/** Subtotal, shipping and total of a cart in dollars. */
export function cartFigures(lines: readonly CartLine[], ship: boolean): OrderData["fin"] {
  const sub = cartTotal(lines);
  const fee = ship && needsShipping(lines) ? SHIPPING_FEE : 0;
  return { sub, ship: fee, tot: toDollars(toCents(sub) + toCents(fee)) };
}
