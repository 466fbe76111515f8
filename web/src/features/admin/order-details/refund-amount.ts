import { apiMessages } from "../../../../../shared/api-messages.ts";
import { toCents, toDollars } from "../../../../../shared/money.ts";
import { priceOfParts } from "../../../../../shared/part-prices.ts";
import type { RefundedParts } from "../../../../../shared/refund-reason.ts";
import type { Order } from "../../../../../shared/order.ts";
import { requestedCentsOf } from "../../../../../shared/order-summary.ts";
import { shopHasMoney } from "../../../../../shared/order-status.ts";

/**
 * The dollars that can still be refunded: the total less refunds, requested refunds, and money that disputes have taken. 0 if the
 * shop has no money of the order.
 */
export function refundableDollars(
  order: Pick<Order, "paymentStatus" | "financialInfo" | "refunds" | "paymentIntentId">,
): number {
  if (!shopHasMoney(order.paymentStatus)) return 0;
  const { total, refunded, withdrawn = 0 } = order.financialInfo;
  const returnedCents = toCents(refunded) + toCents(withdrawn) + requestedCentsOf(order);
  return toDollars(Math.max(0, toCents(total) - returnedCents));
}

/** The price of the picked items and shipping in dollars, at most `maxDollars`; undefined if nothing is picked. */
export function proposedDollars(
  order: Parameters<typeof priceOfParts>[0],
  parts: RefundedParts,
  maxDollars: number,
): number | undefined {
  const isAnythingPicked = parts.lines !== undefined || parts.shipping === true;
  return isAnythingPicked ? Math.min(priceOfParts(order, parts), maxDollars) : undefined;
}

const AMOUNT = /^\$?(\d{1,15}(?:\.\d{1,2})?)$/;

/**
 * Parses the typed amount, which must be more than 0 and at most `maxDollars`. Returns an error text for other amounts.
 * `proposed`: the price of the picked parts, if any.
 */
export function parseAmount(
  text: string,
  maxDollars: number,
  proposed?: number,
): { dollars: number } | { error: string } {
  const match = AMOUNT.exec(text.trim());
  if (!match) return { error: "Enter an amount such as 12.50" };
  const dollars = Number(match[1]);
  if (dollars <= 0) return { error: proposed === 0 ? apiMessages.freeParts : "Must be more than zero" };
  if (toCents(dollars) > toCents(maxDollars))
    return { error: `At most $${maxDollars.toFixed(2)} can go back` };
  return { dollars };
}
