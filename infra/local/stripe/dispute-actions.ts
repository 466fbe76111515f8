import type Stripe from "stripe";
import { chargedBack, newDispute, won, type DisputeNotice } from "./dispute.ts";
import type { StripeState } from "./state.ts";
import { ActionRefused, laneOf, type Change } from "./transitions.ts";

export type DisputeAction =
  "dispute" | "dispute-inquiry" | "dispute-escalate" | "dispute-win" | "dispute-lose" | "dispute-close";

type Outcome = [dispute: DisputeNotice, ...types: string[]];

/** What a customer's bank does about a payment. Events: https://docs.stripe.com/disputes/api; `now` in seconds. */
export function disputeChange(
  state: StripeState,
  charge: Stripe.Charge,
  action: DisputeAction,
  now: number,
): Change {
  const [dispute, ...types] = outcomeOf(state, charge, action, now);
  return {
    lane: laneOf(state, charge),
    writes: [
      state.disputes.put(dispute.id, dispute),
      state.charges.put(charge.id, { ...charge, disputed: true }),
    ],
    events: types.map((type) => [`charge.dispute.${type}`, dispute]),
  };
}

function outcomeOf(state: StripeState, charge: Stripe.Charge, action: DisputeAction, now: number): Outcome {
  const isBegun = state.disputes
    .all()
    .some(({ charge: of, status }) => of === charge.id && !OVER.has(status));
  if (isBegun && (action === "dispute" || action === "dispute-inquiry"))
    throw new ActionRefused("The payment is disputed already.");
  switch (action) {
    case "dispute":
      return [newDispute(charge, now, false), "created", "funds_withdrawn"];
    case "dispute-inquiry":
      return [newDispute(charge, now, true), "created"];
    case "dispute-escalate":
      return [
        chargedBack(latest(state, charge, "warning_needs_response"), now),
        "updated",
        "funds_withdrawn",
      ];
    case "dispute-win":
      return [won(latest(state, charge, "needs_response", "lost"), now), "closed", "funds_reinstated"];
    case "dispute-lose":
      return [{ ...latest(state, charge, "needs_response"), status: "lost" }, "closed"];
    case "dispute-close":
      return [{ ...latest(state, charge, "warning_needs_response"), status: "warning_closed" }, "closed"];
  }
}

const OVER: ReadonlySet<DisputeNotice["status"]> = new Set(["won", "warning_closed"] as const);

function latest(
  state: StripeState,
  charge: Stripe.Charge,
  ...statuses: DisputeNotice["status"][]
): DisputeNotice {
  const found = state.disputes
    .all()
    .findLast((row) => row.charge === charge.id && statuses.includes(row.status));
  if (!found) throw new ActionRefused(`There is no dispute that is ${statuses.join(" or ")}.`);
  return found;
}
