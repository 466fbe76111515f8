import type Stripe from "stripe";
import { newId } from "./ids.ts";
import { stubOf, type StripeState } from "./state.ts";
import { ActionRefused, type Change } from "./transitions.ts";

/** A balance transaction with its payout's id. Stripe's lists are filtered by this id, but do not show it. */
export type Movement = Stripe.BalanceTransaction & { payout?: string };

/** Stripe's prices for the United States: 2.9 % and 30 cents for a card, 15 dollars for a dispute. */
const chargeFee = (amount: number): number => Math.round((amount * 29) / 1_000) + 30;
const DISPUTE_FEE = 1_500;
/** The money of a payment can be paid out after this time (two days). A payout arrives after the same time. */
const PENDING_S = 2 * 86_400;

/** Stripe's reporting categories. Stripe gives no fee back for a refund or a won dispute. https://docs.stripe.com/reports/reporting-categories */
const CATEGORIES = {
  charge: { type: "charge", fee: chargeFee },
  charge_failure: { type: "payment_failure_refund", fee: () => 0 },
  refund: { type: "refund", fee: () => 0 },
  refund_failure: { type: "refund_failure", fee: () => 0 },
  dispute: { type: "adjustment", fee: () => DISPUTE_FEE },
  dispute_reversal: { type: "adjustment", fee: () => 0 },
  payout: { type: "payout", fee: () => 0 },
} satisfies Record<string, { type: string; fee: (amount: number) => number }>;

type Category = keyof typeof CATEGORIES;
type Source = { id: string; currency: string };

/** A new movement of the shop's balance by `amount` cents, before the fee; `now` in seconds. */
export function newMovement(category: Category, source: Source, amount: number, now: number): Movement {
  const { type, fee: feeOf } = CATEGORIES[category];
  const fee = feeOf(amount);
  return stubOf<Movement>({
    id: newId.balanceTransaction(),
    object: "balance_transaction",
    amount,
    balance_type: "payments",
    available_on: category === "charge" ? now + PENDING_S : now,
    created: now,
    currency: source.currency,
    description: category === "payout" ? "STRIPE PAYOUT" : null,
    fee,
    net: amount - fee,
    reporting_category: category,
    source: source.id,
    type,
  });
}

/** `GET /v1/balance`: https://docs.stripe.com/api/balance/balance_object */
export function balanceAt({ movements }: StripeState, now: number): object {
  const sums = new Map<string, { available: number; pending: number }>();
  for (const { available_on, currency, net } of movements.all()) {
    const sum = sums.get(currency) ?? { available: 0, pending: 0 };
    sum[available_on <= now ? "available" : "pending"] += net;
    sums.set(currency, sum);
  }
  const amountsOf = (part: "available" | "pending") =>
    [...sums].map(([currency, sum]) => ({ amount: sum[part], currency }));
  return { object: "balance", available: amountsOf("available"), pending: amountsOf("pending") };
}

/** The change that pays out all movements that are not paid out yet, pending money too; `now` in seconds. */
export function payOut(state: StripeState, now: number): Change {
  const movementsToPayOut = state.movements.all().filter(({ payout }) => payout === undefined);
  const amount = movementsToPayOut.reduce((sum, { net }) => sum + net, 0);
  const [first] = movementsToPayOut;
  if (!first || amount <= 0) throw new ActionRefused("There is no money to be paid out.");
  const source = { id: newId.payout(), currency: first.currency };
  const movement = newMovement("payout", source, -amount, now);
  const dates = { created: now, arrival_date: now + PENDING_S };
  const outcome = { automatic: true, balance_transaction: movement.id, status: "paid" };
  const payout = stubOf<Stripe.Payout>({ ...source, object: "payout", amount, ...dates, ...outcome });
  const paidOutMovements = [...movementsToPayOut, movement].map((row) => ({ ...row, payout: payout.id }));
  const writes = paidOutMovements.map((row) => state.movements.putWrite(row.id, row));
  return {
    orderingKey: payout.id,
    writes: [state.payouts.putWrite(payout.id, payout), ...writes],
    events: [],
  };
}
