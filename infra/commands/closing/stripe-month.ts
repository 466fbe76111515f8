/** The balance transactions of a month, from Stripe. Times are in epoch seconds in Stripe's API, amounts in cents. */
import type Stripe from "stripe";
import { isIn, type Month } from "./month.ts";

const LIMIT = 100;
/** A payment is paid out days later, or weeks later because of bank holidays or a review by Stripe. */
const MAX_PAYOUT_DAYS = 45;
const PROGRESS_EVERY = 1000;
const MAX_ATTEMPTS = 3;

export type Transaction = Stripe.BalanceTransaction;
/** Cents by currency. */
export type Sums = Map<string, number>;

export type StripeMonth = {
  /** Oldest first; each with its source, the object that moved the money. */
  transactions: Transaction[];
  /** The ids of automatic payouts by the ids of the transactions that they paid out. */
  payouts: Map<string, string>;
  /** The balance at the end of the month, or now if the month is not over; undefined if it changed while it was read. */
  balance: Sums | undefined;
};

const seconds = (time: Date): number => Math.floor(+time / 1000);

/** Reads a month, and prints how many transactions are read. */
export async function readStripeMonth(
  stripe: Stripe,
  month: Month,
  print: (line: string) => void,
): Promise<StripeMonth> {
  const created = { gte: seconds(month.from), lt: seconds(month.to) };
  const transactions: Transaction[] = [];
  const list = { created, limit: LIMIT, expand: ["data.source"] };
  for await (const transaction of stripe.balanceTransactions.list(list)) {
    transactions.push(transaction);
    if (transactions.length % PROGRESS_EVERY === 0)
      print(`${transactions.length} balance transactions are read.`);
  }
  const payouts = await readPayouts(stripe, month);
  print(`${transactions.length} balance transactions and ${payouts.count} payouts are read.`);
  const balance = await balanceAt(stripe, month.to);
  return { transactions: transactions.reverse(), payouts: payouts.byTransaction, balance };
}

/** Stripe tells which transactions an automatic payout contains. For a manual payout it does not. */
async function readPayouts(stripe: Stripe, { from, to }: Month) {
  const byTransaction = new Map<string, string>();
  let count = 0;
  const created = { gte: seconds(from), lt: seconds(to) + MAX_PAYOUT_DAYS * 86_400 };
  for await (const { id, automatic } of stripe.payouts.list({ created, limit: LIMIT })) {
    count++;
    if (!automatic) continue;
    for await (const transaction of stripe.balanceTransactions.list({ payout: id, limit: LIMIT }))
      byTransaction.set(transaction.id, id);
  }
  return { byTransaction, count };
}

async function readBalance(stripe: Stripe): Promise<Sums> {
  const { available, pending } = await stripe.balance.retrieve();
  const sums: Sums = new Map();
  for (const { currency, amount } of [...available, ...pending])
    sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return sums;
}

/** The balance at `time`: the present one without the transactions since then. Reads again if it changes meanwhile. */
async function balanceAt(stripe: Stripe, time: Date): Promise<Sums | undefined> {
  let before = await readBalance(stripe);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const sums: Sums = new Map(before);
    const list = { created: { gte: seconds(time) }, limit: LIMIT };
    for await (const { currency, net } of stripe.balanceTransactions.list(list))
      sums.set(currency, (sums.get(currency) ?? 0) - net);
    const after = await readBalance(stripe);
    if ([...after].every(([currency, amount]) => before.get(currency) === amount)) return sums;
    before = after;
  }
  return undefined;
}

/**
 * Whether Stripe has moved the money of a payment or a refund in another month. False if only the shop knows the payment
 * or refund.
 */
export async function isInOtherMonth(
  stripe: Stripe,
  { paymentIntentId, refundId }: { paymentIntentId?: string; refundId?: string },
  month: Month,
): Promise<boolean> {
  const sources: string[] = refundId === undefined ? [] : [refundId];
  if (paymentIntentId !== undefined)
    for await (const { id } of stripe.charges.list({ payment_intent: paymentIntentId, limit: LIMIT }))
      sources.push(id);
  for (const source of sources)
    for await (const { created } of stripe.balanceTransactions.list({ source, limit: LIMIT }))
      if (!isIn(month, new Date(created * 1000))) return true;
  return false;
}
