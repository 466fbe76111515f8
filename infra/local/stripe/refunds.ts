import type Stripe from "stripe";
import { dollars, refused } from "./errors.ts";
import { newId } from "./ids.ts";
import { withFields, type StripeState } from "./state.ts";
import { ActionRefused, orderingKeyOf, type Change, type EventType } from "./transitions.ts";

/** The status that new refunds get; a succeeded one can still fail later. */
export type RefundStart = "succeeded" | "pending" | "requires_action";

type RefundRequest = {
  /** Cents; without it, everything that is left. */
  amount?: number | undefined;
  metadata?: Stripe.Metadata | undefined;
};

/**
 * Refunds a charge. Throws Stripe's errors when less is left or the charge is disputed. The charge's sum includes
 * a refund from its creation, so `charge.refunded` is sent for pending refunds too, and not again when they end.
 * https://docs.stripe.com/refunds
 */
export function refund(
  state: StripeState,
  charge: Stripe.Charge,
  request: RefundRequest,
  now: number,
  status: RefundStart = "succeeded",
): Change & { refund: Stripe.Refund } {
  const isChargedBack = state.disputes
    .all()
    .some((row) => row.charge === charge.id && !row.is_charge_refundable && row.status !== "won");
  if (isChargedBack)
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, "charge_disputed");
  const rest = charge.amount - charge.amount_refunded;
  if (rest === 0) throw refused(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  const amount = request.amount ?? rest;
  if (amount > rest) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(rest)})`;
    throw refused(message, undefined, "amount");
  }
  const made = withFields<Stripe.Refund>({
    id: newId.refund(),
    object: "refund",
    amount,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    metadata: request.metadata ?? {},
    payment_intent: charge.payment_intent,
    status,
  });
  const after = withRefunded(charge, amount);
  const events: Change["events"] = [
    ["refund.created", made],
    ["charge.refunded", after],
  ];
  if (status === "succeeded") events.push(["refund.updated", made]);
  const writes = [state.refunds.putWrite(made.id, made), state.charges.putWrite(after.id, after)];
  return { refund: made, orderingKey: orderingKeyOf(state, charge), writes, events };
}

type Ending = {
  /** The statuses that can end this way. */
  from: readonly Stripe.Refund["status"][];
  to: Stripe.Refund["status"];
  /** Whether the shop gets the money again. */
  isUndone: boolean;
  events: readonly EventType[];
};

/** How a refund ends: https://docs.stripe.com/refunds#failed-refunds */
const ENDINGS = {
  "refund-settle": {
    from: ["pending", "requires_action"],
    to: "succeeded",
    isUndone: false,
    events: ["refund.updated"],
  },
  "refund-fail": {
    from: ["pending", "requires_action", "succeeded"],
    to: "failed",
    isUndone: true,
    events: ["refund.failed", "refund.updated"],
  },
  "refund-cancel": {
    from: ["requires_action"],
    to: "canceled",
    isUndone: true,
    events: ["refund.updated"],
  },
} satisfies Record<string, Ending>;

export const isRefundEnding = (action: string): action is keyof typeof ENDINGS =>
  Object.hasOwn(ENDINGS, action);

/** Ends the charge's latest refund that can end this way. */
export function endRefund(state: StripeState, charge: Stripe.Charge, action: keyof typeof ENDINGS): Change {
  const { from, to, isUndone, events }: Ending = ENDINGS[action];
  const before = state.refunds.all().findLast((row) => row.charge === charge.id && from.includes(row.status));
  if (!before) throw new ActionRefused(`There is no refund that is ${from.join(" or ")}.`);
  const failure = to === "failed" ? { failure_reason: "lost_or_stolen_card" } : {};
  const after: Stripe.Refund = { ...before, status: to, ...failure };
  const writes = [state.refunds.putWrite(after.id, after)];
  if (isUndone) writes.push(state.charges.putWrite(charge.id, withRefunded(charge, -after.amount)));
  return { orderingKey: orderingKeyOf(state, charge), writes, events: events.map((type) => [type, after]) };
}

/** The charge with this many cents more (or fewer, when negative) refunded. */
function withRefunded(charge: Stripe.Charge, cents: number): Stripe.Charge {
  const refunded = charge.amount_refunded + cents;
  return { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
}
