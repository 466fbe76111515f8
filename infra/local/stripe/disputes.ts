import type Stripe from "stripe";
import { newMovement } from "./balance.ts";
import { newId } from "./ids.ts";
import { stubOf, type StripeState } from "./state.ts";
import { ActionRefused, orderingKeyOf, type Change } from "./transitions.ts";

type DisputeStep = {
  /** The statuses that allow the step; empty for a step that opens a dispute. */
  from: readonly Stripe.Dispute.Status[];
  to: Stripe.Dispute.Status;
  /** -1: the disputed amount leaves the shop's balance. 1: the amount returns to the balance. */
  funds?: -1 | 1;
  events: readonly ("created" | "updated" | "closed" | "funds_withdrawn" | "funds_reinstated")[];
};

/** The steps of a customer's bank: https://docs.stripe.com/disputes/api. An inquiry moves no money. */
const BANK_STEPS = {
  dispute: { from: [], to: "needs_response", funds: -1, events: ["created", "funds_withdrawn"] },
  "dispute-part": { from: [], to: "needs_response", funds: -1, events: ["created", "funds_withdrawn"] },
  "dispute-inquiry": { from: [], to: "warning_needs_response", events: ["created"] },
  "dispute-escalate": {
    from: ["warning_needs_response"],
    to: "needs_response",
    funds: -1,
    events: ["updated", "funds_withdrawn"],
  },
  "dispute-win": {
    from: ["needs_response", "lost"],
    to: "won",
    funds: 1,
    events: ["closed", "funds_reinstated"],
  },
  "dispute-lose": { from: ["needs_response"], to: "lost", events: ["closed"] },
  "dispute-close": { from: ["warning_needs_response"], to: "warning_closed", events: ["closed"] },
} satisfies Record<string, DisputeStep>;
export type DisputeAction = keyof typeof BANK_STEPS;

export const isDisputeAction = (action: string): action is DisputeAction => Object.hasOwn(BANK_STEPS, action);

/** Opens a dispute of the charge, or changes the status of its dispute; `now` in seconds. */
export function changeDispute(
  state: StripeState,
  charge: Stripe.Charge,
  action: DisputeAction,
  now: number,
): Change {
  const { from, to, funds, events }: DisputeStep = BANK_STEPS[action];
  const disputes = state.disputes.all().filter((candidate) => candidate.charge === charge.id);
  const isDisputed = disputes.some(({ status }) => status !== "won" && status !== "warning_closed");
  if (from.length === 0 && isDisputed) throw new ActionRefused("The payment is disputed already.");
  const share = action === "dispute-part" ? 0.4 : 1;
  const dispute =
    from.length > 0
      ? disputes.findLast(({ status }) => from.includes(status))
      : newDispute(charge, share, now);
  if (!dispute) throw new ActionRefused(`There is no dispute that is ${from.join(" or ")}.`);
  const category = funds === -1 ? "dispute" : "dispute_reversal";
  const movements = funds === undefined ? [] : [newMovement(category, dispute, dispute.amount * funds, now)];
  const changedDispute: Stripe.Dispute = {
    ...dispute,
    status: to,
    is_charge_refundable: dispute.is_charge_refundable && funds !== -1,
    balance_transactions: [...dispute.balance_transactions, ...movements],
  };
  return {
    orderingKey: orderingKeyOf(state, charge),
    writes: [
      state.disputes.putWrite(changedDispute.id, changedDispute),
      state.charges.putWrite(charge.id, { ...charge, disputed: true }),
      ...movements.map((movement) => state.movements.putWrite(movement.id, movement)),
    ],
    events: events.map((type) => [`charge.dispute.${type}`, changedDispute]),
  };
}

/** `share`: how much of the money that was not refunded is disputed, from 0 to 1. */
const newDispute = (charge: Stripe.Charge, share: number, now: number) =>
  stubOf<Stripe.Dispute>({
    id: newId.dispute(),
    object: "dispute",
    amount: Math.round((charge.amount - charge.amount_refunded) * share),
    balance_transactions: [],
    charge: charge.id,
    created: now,
    currency: charge.currency,
    is_charge_refundable: true,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "warning_needs_response",
  });

/** The card's bank reports that the payment may be fraud: https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export function warnOfFraud(state: StripeState, charge: Stripe.Charge, now: number): Change {
  const { id, payment_intent, refunded } = charge;
  const isDisputed = state.disputes.all().some((row) => row.charge === id && !row.is_charge_refundable);
  const warning = {
    ...{ id: newId.warning(), object: "radar.early_fraud_warning", created: now, livemode: false },
    ...{ charge: id, payment_intent, fraud_type: "made_with_stolen_card" },
    actionable: !refunded && !isDisputed,
  };
  const events: Change["events"] = [["radar.early_fraud_warning.created", warning]];
  return { orderingKey: orderingKeyOf(state, charge), writes: [], events };
}
