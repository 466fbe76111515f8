import type Stripe from "stripe";
import {
  compareEntries,
  findMissingMovements,
  withMissingMovements,
  type ClosingComparison,
  type MissingMovement,
} from "./compare.ts";
import { closingCsv } from "./csv.ts";
import { entryOf } from "./entry.ts";
import type { Month } from "./month.ts";
import { readOrdersOfMonth, withOrders } from "./read-orders.ts";
import { isExplainedByOtherBooking, readStripeMonth } from "./stripe-month.ts";
import { summaryLines } from "./summary.ts";

type Options = { stripe: Stripe; month: Month; now: Date; print: (line: string) => void };

/** The month as CSV, its sums in lines, and its comparison with the shop's orders. Changes nothing. */
export async function closeMonth({ stripe, month, now, print }: Options): Promise<{
  csv: string;
  summary: string[];
  comparison: ClosingComparison;
}> {
  const stripeMonth = await readStripeMonth(stripe, month, print);
  const entries = await withOrders(
    stripeMonth.transactions.map((transaction) => entryOf(transaction, stripeMonth)),
  );
  const orders = await readOrdersOfMonth(month, now);
  print(`${orders.length} orders with a payment, refund or dispute in the month are read.`);
  const missingMovements: MissingMovement[] = [];
  for (const candidate of findMissingMovements(orders, entries, month))
    if (!(await isExplainedByOtherBooking(stripe, candidate, month, now))) missingMovements.push(candidate);
  const comparison = withMissingMovements(compareEntries(entries), missingMovements);
  const summary = summaryLines(month, entries, stripeMonth.balance, comparison, now);
  return { csv: closingCsv(entries, month), summary, comparison };
}
