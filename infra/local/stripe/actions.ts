import type Stripe from "stripe";
import { changeDispute, isDisputeAction, warnOfFraud } from "./disputes.ts";
import { StripeApiError } from "./errors.ts";
import { commitChange } from "./events.ts";
import { endRefund, isRefundEnding, refundCharge, type InitialRefundStatus } from "./refunds.ts";
import { findRow, lookUp, type StripeState } from "./state.ts";
import { ActionRefused, changeSession, isSessionAction, type Change } from "./transitions.ts";

/** The actions of the console's buttons, with the buttons' labels. */
export const PAYMENT_ACTIONS = {
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
  "fraud-warning": "Early fraud warning",
  dispute: "Dispute",
  "dispute-part": "Dispute of 40 %",
  "dispute-inquiry": "Inquiry",
  "dispute-escalate": "Inquiry becomes a dispute",
  "dispute-win": "Dispute is won",
  "dispute-lose": "Dispute is lost",
  "dispute-close": "Inquiry is closed",
} as const satisfies Record<string, string>;
export type PaymentAction = keyof typeof PAYMENT_ACTIONS;

/** The status of a new refund, by action. */
const INITIAL_STATUS_BY_ACTION: Partial<Record<PaymentAction, InitialRefundStatus>> = {
  refund: "succeeded",
  "refund-pending": "pending",
  "refund-requires-action": "requires_action",
};

export function isPaymentAction(value: unknown): value is PaymentAction {
  return typeof value === "string" && Object.hasOwn(PAYMENT_ACTIONS, value);
}

/** The actions that the current state of the payment allows; `now` in ms. */
export function possibleActions(state: StripeState, sessionId: string, now: number): PaymentAction[] {
  return Object.keys(PAYMENT_ACTIONS)
    .filter(isPaymentAction)
    .filter((action) => {
      try {
        changeFor(state, sessionId, action, Math.floor(now / 1_000));
        return true;
      } catch (error) {
        if (error instanceof ActionRefused || error instanceof StripeApiError) return false;
        throw error;
      }
    });
}

export type Act = (sessionId: string, action: PaymentAction) => Stripe.Checkout.Session;

/** Creates the function that performs an action and sends its webhooks; `now` in ms. */
export function createAct(state: StripeState, now: () => number, sendDueWebhooks: () => void): Act {
  return (sessionId, action) => {
    commitChange(state, changeFor(state, sessionId, action, Math.floor(now() / 1_000)), now());
    sendDueWebhooks();
    return findRow(state.sessions, "checkout.session", sessionId).session;
  };
}

function changeFor(state: StripeState, sessionId: string, action: PaymentAction, now: number): Change {
  const record = findRow(state.sessions, "checkout.session", sessionId);
  if (isSessionAction(action)) return changeSession(state, record, action, now);
  const charge = chargeOf(state, record.session);
  if (isRefundEnding(action)) return endRefund(state, charge, action, now);
  if (isDisputeAction(action)) return changeDispute(state, charge, action, now);
  if (action === "fraud-warning") return warnOfFraud(state, charge, now);
  return refundCharge(state, charge, {}, now, INITIAL_STATUS_BY_ACTION[action]);
}

function chargeOf(state: StripeState, session: Stripe.Checkout.Session): Stripe.Charge {
  const intent = lookUp(state.intents, session.payment_intent);
  const charge = lookUp(state.charges, intent?.latest_charge);
  if (!charge?.paid) throw new ActionRefused("The session is not paid.");
  return charge;
}
