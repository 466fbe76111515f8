/**
 * The balance transactions of a month, from Stripe. In Stripe's API times are in epoch seconds, and amounts in the smallest unit
 * of the currency.
 */
import type Stripe from "stripe";
import { isInMonth, type Month } from "./month.ts";
import { idOf } from "./stripe-id.ts";

const PAGE_SIZE = 100;
/** A payment is paid out days later, or weeks later because of bank holidays or a review by Stripe. */
const MAX_PAYOUT_DAYS = 45;
const TRANSACTIONS_PER_PROGRESS_LINE = 1000;
const MAX_ATTEMPTS = 3;
/** How far a repeated read goes back, because transactions of nearly the same time may appear in any order. */
const OVERLAP_SECONDS = 600;

export type Transaction = Stripe.BalanceTransaction;
export type CentsByCurrency = Map<string, number>;

export type StripeMonth = {
  /** Oldest first; each with its source, the object that moved the money. */
  transactions: Transaction[];
  /** The ids of automatic payouts by the ids of the transactions that they paid out. */
  payouts: Map<string, string>;
  /** The delayed payments that failed, by the ids of the transactions that reversed them. */
  failedCharges: Map<string, Stripe.Charge>;
  /**
   * The balance at the end of the month, or the current balance if the month is not over. Undefined if the balance
   * changed during each of `MAX_ATTEMPTS` reads.
   */
  balance: CentsByCurrency | undefined;
};

const epochSeconds = (time: Date): number => Math.floor(+time / 1000);

/** Reads a month. `print` gets lines about the progress. */
export async function readStripeMonth(
  stripe: Stripe,
  month: Month,
  print: (line: string) => void,
): Promise<StripeMonth> {
  const { transactions, balance } = await readTransactionsAndBalance(stripe, month, print);
  const failedCharges = await readFailedCharges(stripe, transactions);
  const payouts = await readPayouts(stripe, month);
  print(`${transactions.length} balance transactions and ${payouts.count} payouts are read.`);
  return { transactions: transactions.reverse(), payouts: payouts.byTransaction, failedCharges, balance };
}

/**
 * The charges of delayed payments that failed. Stripe reverses such a payment by creating a refund (`pyr_…`), which lacks
 * the charge's metadata and status. https://github.com/wyyerd/stripe-rs/pull/177 has an example.
 */
async function readFailedCharges(
  stripe: Stripe,
  transactions: readonly Transaction[],
): Promise<StripeMonth["failedCharges"]> {
  const charges: StripeMonth["failedCharges"] = new Map();
  for (const { id, reporting_category, source } of transactions) {
    if (reporting_category !== "charge_failure" || typeof source !== "object") continue;
    if (source?.object !== "refund") continue;
    const paymentIntentId = idOf(source.payment_intent);
    if (paymentIntentId === undefined) continue;
    for await (const charge of stripe.charges.list({ payment_intent: paymentIntentId, limit: PAGE_SIZE }))
      if (charge.id === idOf(source.charge)) charges.set(id, charge);
  }
  return charges;
}

/**
 * The month's transactions, newest first, and the balance at the end of the month. The current balance is read before and
 * after the transactions. If it has changed, money has moved during the read, so the new transactions are read too.
 */
async function readTransactionsAndBalance(stripe: Stripe, month: Month, print: (line: string) => void) {
  let transactions: Transaction[] = [];
  let balanceBefore = await readBalance(stripe);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    transactions = [...(await readNewTransactions(stripe, month, transactions, print)), ...transactions];
    const balance = await readBalanceAt(stripe, balanceBefore, month.to);
    const balanceAfter = await readBalance(stripe);
    if (isSameBalance(balanceBefore, balanceAfter)) return { transactions, balance };
    balanceBefore = balanceAfter;
  }
  return { transactions, balance: undefined };
}

const isSameBalance = (before: CentsByCurrency, after: CentsByCurrency): boolean =>
  before.size === after.size && [...after].every(([currency, amount]) => before.get(currency) === amount);

/** The month's transactions that are not among `knownTransactions`. Both lists are sorted, newest first. */
async function readNewTransactions(
  stripe: Stripe,
  month: Month,
  knownTransactions: readonly Transaction[],
  print: (line: string) => void,
): Promise<Transaction[]> {
  const knownIds = new Set(knownTransactions.map(({ id }) => id));
  const [newestKnown] = knownTransactions;
  const from = Math.max(epochSeconds(month.from), (newestKnown?.created ?? 0) - OVERLAP_SECONDS);
  const query = {
    created: { gte: from, lt: epochSeconds(month.to) },
    limit: PAGE_SIZE,
    expand: ["data.source"],
  };
  const newTransactions: Transaction[] = [];
  for await (const transaction of stripe.balanceTransactions.list(query)) {
    if (knownIds.has(transaction.id)) continue;
    newTransactions.push(transaction);
    const count = newTransactions.length;
    if (count % TRANSACTIONS_PER_PROGRESS_LINE === 0) print(`${count} balance transactions are read.`);
  }
  return newTransactions;
}

/** Reads the transactions of each automatic payout. Stripe does not list the transactions of a manual payout. */
async function readPayouts(stripe: Stripe, { from, to }: Month) {
  const byTransaction = new Map<string, string>();
  let count = 0;
  const created = { gte: epochSeconds(from), lt: epochSeconds(to) + MAX_PAYOUT_DAYS * 86_400 };
  for await (const { id, automatic } of stripe.payouts.list({ created, limit: PAGE_SIZE })) {
    count++;
    if (!automatic) continue;
    for await (const transaction of stripe.balanceTransactions.list({ payout: id, limit: PAGE_SIZE }))
      byTransaction.set(transaction.id, id);
  }
  return { byTransaction, count };
}

/**
 * Whether a transaction moved the balance of payments, which is the one that `readBalance` reads. Stripe keeps reserves, and money
 * that was paid in for refunds and disputes, in balances of their own, and lists the transactions of all balances together.
 * https://docs.stripe.com/api/balance_transactions/object#balance_transaction_object-balance_type
 */
export const isOfPaymentsBalance = ({ balance_type }: Partial<Pick<Transaction, "balance_type">>): boolean =>
  // An earlier version of the simulator has stored transactions without this field.
  (balance_type ?? "payments") === "payments";

async function readBalance(stripe: Stripe): Promise<CentsByCurrency> {
  const { available, pending } = await stripe.balance.retrieve();
  const balance: CentsByCurrency = new Map();
  for (const { currency, amount } of [...available, ...pending])
    balance.set(currency, (balance.get(currency) ?? 0) + amount);
  return balance;
}

/** The balance of payments at `time`: the current balance minus its transactions since `time`. */
async function readBalanceAt(
  stripe: Stripe,
  currentBalance: CentsByCurrency,
  time: Date,
): Promise<CentsByCurrency> {
  const balance: CentsByCurrency = new Map(currentBalance);
  const query = { created: { gte: epochSeconds(time) }, limit: PAGE_SIZE };
  for await (const transaction of stripe.balanceTransactions.list(query)) {
    const { currency, net } = transaction;
    if (isOfPaymentsBalance(transaction)) balance.set(currency, (balance.get(currency) ?? 0) - net);
  }
  return balance;
}

/**
 * Whether Stripe booked a payment, refund or dispute that the caller did not find among the month's transactions. Stripe may
 * have booked it in another month or, if the month is not over, after the transactions were read.
 */
export async function isExplainedByOtherBooking(
  stripe: Stripe,
  { paymentIntentId, sourceId }: { paymentIntentId?: string; sourceId?: string },
  month: Month,
  now: Date,
): Promise<boolean> {
  const isMonthOver = month.to <= now;
  const sources: string[] = sourceId === undefined ? [] : [sourceId];
  if (paymentIntentId !== undefined)
    for await (const { id } of stripe.charges.list({ payment_intent: paymentIntentId, limit: PAGE_SIZE }))
      sources.push(id);
  for (const source of sources)
    for await (const { created } of stripe.balanceTransactions.list({ source, limit: PAGE_SIZE }))
      if (!isMonthOver || !isInMonth(month, new Date(created * 1000))) return true;
  return false;
}
