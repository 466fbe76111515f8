import type Stripe from "stripe";
import { formatDollars, refused } from "./errors.ts";
import { newMovement } from "./balance.ts";
import { newId } from "./ids.ts";
import type { RefundParams } from "./session-params.ts";
import { stubOf, type StripeState } from "./state.ts";
import { ActionRefused, orderingKeyOf, type Change, type EventType } from "./transitions.ts";

/** The status of a new refund. A refund that has succeeded can still fail later. */
export type InitialRefundStatus = "succeeded" | "pending" | "requires_action";

/** `amount` in cents. Without an amount, all that is not refunded yet is refunded. */
type RefundRequest = Omit<RefundParams, "payment_intent">;

/**
 * Refunds a charge; `now` in seconds. Throws Stripe's errors for too high an `amount`, and for a charge that is
 * fully refunded or charged back. `amount_refunded` includes pending refunds, so `charge.refunded` is sent when a
 * refund is created, not when it ends.
 * https://docs.stripe.com/refunds
 */
export function refundCharge(
  state: StripeState,
  charge: Stripe.Charge,
  request: RefundRequest,
  now: number,
  status: InitialRefundStatus = "succeeded",
): Change & { refund: Stripe.Refund } {
  const disputes = state.disputes.all().filter((row) => row.charge === charge.id && row.status !== "won");
  const lostCents = disputes.reduce((sum, row) => (row.status === "lost" ? sum + row.amount : sum), 0);
  const hasOpenDispute = disputes.some((row) => !row.is_charge_refundable && row.status !== "lost");
  if (hasOpenDispute || (lostCents > 0 && lostCents >= charge.amount - charge.amount_refunded))
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, "charge_disputed");
  const unrefundedCents = charge.amount - charge.amount_refunded - lostCents;
  if (unrefundedCents === 0)
    throw refused(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  const { amount = unrefundedCents, metadata = {}, reason = null } = request;
  if (amount > unrefundedCents) {
    const message = `Refund amount (${formatDollars(amount)}) is greater than unrefunded amount on charge (${formatDollars(unrefundedCents)})`;
    throw refused(message, undefined, "amount");
  }
  const id = newId.refund();
  const { currency, payment_intent } = charge;
  const movement = newMovement("refund", { id, currency }, -amount, now);
  const references = { charge: charge.id, payment_intent, balance_transaction: movement.id };
  const details = { created: now, amount, currency, metadata, reason, status };
  const refund = stubOf<Stripe.Refund>({ id, object: "refund", ...references, ...details });
  const refundedCharge = withRefunded(charge, amount);
  const events: Change["events"] = [
    ["refund.created", refund],
    ["charge.refunded", refundedCharge],
  ];
  if (status === "succeeded") events.push(["refund.updated", refund]);
  const writes = [
    state.refunds.putWrite(refund.id, refund),
    state.charges.putWrite(refundedCharge.id, refundedCharge),
    state.movements.putWrite(movement.id, movement),
  ];
  return { refund, orderingKey: orderingKeyOf(state, charge), writes, events };
}

type Status = Stripe.Refund["status"];
/** `from`: the statuses from which a refund can end this way. */
type RefundEnding = { from: readonly Status[]; to: Status; events: readonly EventType[] };
const OPEN = ["pending", "requires_action"];

/** The possible ends of a refund: https://docs.stripe.com/refunds#failed-refunds */
const ENDINGS = {
  "refund-settle": { from: OPEN, to: "succeeded", events: ["refund.updated"] },
  "refund-fail": { from: [...OPEN, "succeeded"], to: "failed", events: ["refund.failed", "refund.updated"] },
  "refund-cancel": { from: ["requires_action"], to: "canceled", events: ["refund.updated"] },
} satisfies Record<string, RefundEnding>;

export const isRefundEnding = (action: string): action is keyof typeof ENDINGS =>
  Object.hasOwn(ENDINGS, action);

/** Ends the charge's latest refund whose status allows the action; `now` in seconds. */
export function endRefund(
  state: StripeState,
  charge: Stripe.Charge,
  action: keyof typeof ENDINGS,
  now: number,
): Change {
  const { from, to, events }: RefundEnding = ENDINGS[action];
  const refund = state.refunds.all().findLast((row) => row.charge === charge.id && from.includes(row.status));
  if (!refund || !charge.paid) throw new ActionRefused(`There is no refund that is ${from.join(" or ")}.`);
  const failure = to === "failed" ? { failure_reason: "lost_or_stolen_card" } : {};
  const changedRefund: Stripe.Refund = { ...refund, status: to, ...failure };
  const writes = [state.refunds.putWrite(changedRefund.id, changedRefund)];
  // The money returns to the shop.
  if (to !== "succeeded") {
    const movement = newMovement("refund_failure", changedRefund, changedRefund.amount, now);
    writes.push(state.charges.putWrite(charge.id, withRefunded(charge, -changedRefund.amount)));
    writes.push(state.movements.putWrite(movement.id, movement));
  }
  const orderingKey = orderingKeyOf(state, charge);
  return { orderingKey, writes, events: events.map((type) => [type, changedRefund]) };
}

/** The charge after a refund of `cents`, or after the reversal of a refund if `cents` are negative. */
function withRefunded(charge: Stripe.Charge, cents: number): Stripe.Charge {
  const refundedCents = charge.amount_refunded + cents;
  return { ...charge, amount_refunded: refundedCents, refunded: refundedCents === charge.amount };
}
