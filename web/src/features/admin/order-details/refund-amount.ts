import { toCents, toDollars } from "../../../../../shared/money.ts";
import type { Order } from "../../../../../shared/order.ts";
import { holdsMoney } from "../../../../../shared/order-status.ts";

/** Dollars that can still be refunded: the total, less refunds (also requested ones) and money that disputes took. */
export function refundable(order: Pick<Order, "paymentStatus" | "financialInfo" | "refunds">): number {
  if (!holdsMoney(order.paymentStatus)) return 0;
  const requested = order.refunds
    .filter(({ status }) => status === "requested" || status === "pending")
    .reduce((cents, { amount }) => cents + toCents(amount), 0);
  const { total, refunded, withdrawn = 0 } = order.financialInfo;
  return toDollars(Math.max(0, toCents(total) - toCents(refunded) - toCents(withdrawn) - requested));
}

const AMOUNT = /^\$?(\d{1,7}(?:\.\d{1,2})?)$/;

/** Parses a typed amount of at most `most` dollars. */
export function parseAmount(text: string, most: number): { dollars: number } | { error: string } {
  const match = AMOUNT.exec(text.trim());
  if (!match) return { error: "Enter an amount such as 12.50" };
  const dollars = Number(match[1]);
  if (dollars <= 0) return { error: "Must be more than zero" };
  if (toCents(dollars) > toCents(most)) return { error: `At most $${most.toFixed(2)} can go back` };
  return { dollars };
}
