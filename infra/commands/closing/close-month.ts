import type Stripe from "stripe";
import { compareEntries, findMissing, withMissing, type Comparison, type Missing } from "./compare.ts";
import { closingCsv } from "./csv.ts";
import { entryOf } from "./entry.ts";
import type { Month } from "./month.ts";
import { ordersOfMonth, withOrders } from "./read-orders.ts";
import { isBookedOutside, readStripeMonth } from "./stripe-month.ts";
import { summaryLines } from "./summary.ts";

type Options = { stripe: Stripe; month: Month; now: Date; print: (line: string) => void };

/** The month as CSV, its sums in lines, and its comparison with the shop's orders. Changes nothing. */
export async function closeMonth({ stripe, month, now, print }: Options): Promise<{
  csv: string;
  summary: string[];
  comparison: Comparison;
}> {
  const stripeMonth = await readStripeMonth(stripe, month, print);
  const entries = await withOrders(
    stripeMonth.transactions.map((transaction) => entryOf(transaction, stripeMonth)),
  );
  const orders = await ordersOfMonth(month, now);
  print(`${orders.length} orders with a payment, refund or dispute in the month are read.`);
  const missingMovements: Missing[] = [];
  for (const candidate of findMissing(orders, entries, month))
    if (!(await isBookedOutside(stripe, candidate, month, now))) missingMovements.push(candidate);
  const comparison = withMissing(compareEntries(entries), missingMovements);
  const summary = summaryLines(month, entries, stripeMonth.balance, comparison, now);
  return { csv: closingCsv(entries, month), summary, comparison };
}
