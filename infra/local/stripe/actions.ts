import type Stripe from "stripe";
import { newDispute } from "./dispute.ts";
import { missing } from "./errors.ts";
import { commitChange } from "./ledger.ts";
import type { StripeState } from "./state.ts";
import { ActionRefused, changeSession, failRefund, refund, type Change } from "./transitions.ts";

/** What can be done to a payment by hand, each with the label of its button. */
export const ACTIONS = {
  pay: "Pay",
  decline: "Decline card",
  "pay-later": "Pay later",
  settle: "Settle",
  "fail-later": "Fail later",
  expire: "Expire",
  refund: "Refund",
  "refund-fail": "Fail the refund",
  dispute: "Dispute",
} as const satisfies Record<string, string>;
export type Action = keyof typeof ACTIONS;

export function isAction(value: unknown): value is Action {
  return typeof value === "string" && Object.hasOwn(ACTIONS, value);
}

export type Act = (sessionId: string, action: Action) => Stripe.Checkout.Session;

/** Makes the function that does an action, webhooks included. */
export function createActions(state: StripeState, now: () => number, wake: () => void): Act {
  return (sessionId, action) => {
    commitChange(state, changeFor(state, sessionId, action, Math.floor(now() / 1_000)), now());
    wake();
    return sessionOf(state, sessionId).session;
  };
}

function changeFor(state: StripeState, sessionId: string, action: Action, now: number): Change {
  const record = sessionOf(state, sessionId);
  switch (action) {
    case "refund":
      return refund(state, chargeOf(state, record.session), {}, now);
    case "refund-fail": {
      const charge = chargeOf(state, record.session);
      const given = state.refunds
        .all()
        .findLast((row) => row.charge === charge.id && row.status !== "failed");
      if (!given) throw new ActionRefused("There is no refund that could fail.");
      return failRefund(state, charge, given);
    }
    case "dispute": {
      const charge = { ...chargeOf(state, record.session), disputed: true };
      return {
        lane: sessionId,
        writes: [state.charges.put(charge.id, charge)],
        events: [["charge.dispute.created", newDispute(charge, now)]],
      };
    }
    default:
      return changeSession(state, record, action, now);
  }
}

function sessionOf(state: StripeState, id: string) {
  const record = state.sessions.get(id);
  if (!record) throw missing("checkout.session", id);
  return record;
}

function chargeOf(state: StripeState, session: Stripe.Checkout.Session): Stripe.Charge {
  const intent =
    typeof session.payment_intent === "string" ? state.intents.get(session.payment_intent) : undefined;
  const charge =
    typeof intent?.latest_charge === "string" ? state.charges.get(intent.latest_charge) : undefined;
  if (!charge) throw new ActionRefused("The session is not paid.");
  return charge;
}
