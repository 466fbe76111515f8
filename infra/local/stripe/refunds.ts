import type Stripe from "stripe";
import { refused } from "./errors.ts";
import { newRefund, withRefunded } from "./payment.ts";
import type { StripeState } from "./state.ts";
import { ActionRefused, laneOf, type Change } from "./transitions.ts";

/** How a refund begins: done at once (and perhaps undone later), waiting, or waiting for the customer. */
export type RefundStart = "succeeded" | "pending" | "requires_action";

type Wish = {
  amount?: number | undefined;
  reason?: Stripe.Refund.Reason | undefined;
  metadata?: Stripe.Metadata | undefined;
};

/**
 * Gives `amount` cents back (the whole rest without one); throws Stripe's errors when there is not that much left or
 * the charge is disputed. The charge's sum counts a refund from its beginning, so that `charge.refunded` comes for
 * pending ones too, and again for none of their outcomes. https://docs.stripe.com/refunds
 */
export function refund(
  state: StripeState,
  charge: Stripe.Charge,
  wish: Wish,
  now: number,
  start: RefundStart = "succeeded",
): Change & { refund: Stripe.Refund } {
  const isChargedBack = state.disputes
    .all()
    .some(
      (dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable && dispute.status !== "won",
    );
  if (isChargedBack)
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, "charge_disputed");
  const rest = charge.amount - charge.amount_refunded;
  if (rest === 0) throw refused(`Charge ${charge.id} has already been refunded.`, "charge_already_refunded");
  const amount = wish.amount ?? rest;
  if (amount > rest) {
    throw refused(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(rest)})`,
      undefined,
      "amount",
    );
  }
  const made: Stripe.Refund = { ...newRefund(charge, amount, now, wish), status: start };
  const after = withRefunded(charge, amount);
  return {
    refund: made,
    lane: laneOf(state, charge),
    writes: [state.refunds.put(made.id, made), state.charges.put(after.id, after)],
    events: [
      ["refund.created", made],
      ["charge.refunded", after],
      ...(start === "succeeded" ? [["refund.updated", made] satisfies Change["events"][number]] : []),
    ],
  };
}

/** A refund that waited went through. */
export function settleRefund(state: StripeState, charge: Stripe.Charge): Change {
  const settled: Stripe.Refund = {
    ...latest(state, charge, ["pending", "requires_action"]),
    status: "succeeded",
  };
  return {
    lane: laneOf(state, charge),
    writes: [state.refunds.put(settled.id, settled)],
    events: [["refund.updated", settled]],
  };
}

/** The customer's bank sent a refund back: the money is the shop's again. https://docs.stripe.com/refunds#failed-refunds */
export function failRefund(state: StripeState, charge: Stripe.Charge): Change {
  const failed: Stripe.Refund = {
    ...latest(state, charge, ["pending", "requires_action", "succeeded"]),
    status: "failed",
    failure_reason: "lost_or_stolen_card",
  };
  return undone(state, charge, failed, ["refund.failed", "refund.updated"]);
}

/** A refund for which the customer did not do their part was cancelled. */
export function cancelRefund(state: StripeState, charge: Stripe.Charge): Change {
  const canceled: Stripe.Refund = { ...latest(state, charge, ["requires_action"]), status: "canceled" };
  return undone(state, charge, canceled, ["refund.updated"]);
}

function undone(state: StripeState, charge: Stripe.Charge, refund: Stripe.Refund, types: string[]): Change {
  const after = withRefunded(charge, -refund.amount);
  return {
    lane: laneOf(state, charge),
    writes: [state.refunds.put(refund.id, refund), state.charges.put(after.id, after)],
    events: types.map((type) => [type, refund]),
  };
}

function latest(state: StripeState, charge: Stripe.Charge, statuses: string[]): Stripe.Refund {
  const found = state.refunds
    .all()
    .findLast((row) => row.charge === charge.id && statuses.includes(row.status ?? ""));
  if (!found) throw new ActionRefused(`There is no refund that is ${statuses.join(" or ")}.`);
  return found;
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
