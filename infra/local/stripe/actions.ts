import type Stripe from "stripe";
import { disputeChange } from "./dispute-actions.ts";
import { missing, StripeFault } from "./errors.ts";
import { commitChange } from "./ledger.ts";
import { cancelRefund, failRefund, refund, settleRefund } from "./refunds.ts";
import type { StripeState } from "./state.ts";
import { ActionRefused, changeSession, type Change } from "./transitions.ts";

/** What can be done to a payment by hand, each with the label of its button. */
export const ACTIONS = {
  pay: "Pay",
  decline: "Decline card",
  "pay-later": "Pay later",
  settle: "Settle",
  "fail-later": "Fail later",
  expire: "Expire",
  refund: "Refund",
  "refund-pending": "Refund, pending",
  "refund-requires-action": "Refund, the customer must act",
  "refund-settle": "Settle the refund",
  "refund-fail": "Fail the refund",
  "refund-cancel": "Cancel the refund",
  dispute: "Dispute",
  "dispute-inquiry": "Inquiry",
  "dispute-escalate": "Inquiry becomes a dispute",
  "dispute-win": "Dispute is won",
  "dispute-lose": "Dispute is lost",
  "dispute-close": "Inquiry is closed",
} as const satisfies Record<string, string>;
export type Action = keyof typeof ACTIONS;

export function isAction(value: unknown): value is Action {
  return typeof value === "string" && Object.hasOwn(ACTIONS, value);
}

/** What can be done to a payment in the state that it is in. */
export function possibleActions(state: StripeState, sessionId: string, now: number): Action[] {
  return Object.keys(ACTIONS)
    .filter(isAction)
    .filter((action) => {
      try {
        changeFor(state, sessionId, action, Math.floor(now / 1_000));
        return true;
      } catch (error) {
        if (error instanceof ActionRefused || error instanceof StripeFault) return false;
        throw error;
      }
    });
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
    case "refund-pending":
      return refund(state, chargeOf(state, record.session), {}, now, "pending");
    case "refund-requires-action":
      return refund(state, chargeOf(state, record.session), {}, now, "requires_action");
    case "refund-settle":
      return settleRefund(state, chargeOf(state, record.session));
    case "refund-fail":
      return failRefund(state, chargeOf(state, record.session));
    case "refund-cancel":
      return cancelRefund(state, chargeOf(state, record.session));
    case "dispute":
    case "dispute-inquiry":
    case "dispute-escalate":
    case "dispute-win":
    case "dispute-lose":
    case "dispute-close":
      return disputeChange(state, chargeOf(state, record.session), action, now);
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
