import type Stripe from "stripe";
import type { Write } from "../util/journal.ts";
import { declined, newIntent, processing, succeeded } from "./payment.ts";
import type { SessionRecord, StripeState } from "./state.ts";
import { customerDetails } from "./defaults.ts";

export type EventType = Stripe.Event["type"];

/** New rows and the events about them, committed together. */
export interface Change {
  /** Events with the same key are delivered in order; a session's id. */
  orderingKey: string;
  writes: Write[];
  events: [type: EventType, object: { id: string; object: string }][];
}

/** The payment's state does not allow the action. */
export class ActionRefused extends Error {}

const SESSION_ACTIONS = ["pay", "decline", "pay-later", "settle", "fail-later", "expire"] as const;
export type SessionAction = (typeof SESSION_ACTIONS)[number];
export const isSessionAction = (action: string): action is SessionAction =>
  SESSION_ACTIONS.some((known) => known === action);

/** The effect of a button of the payment page or of the console; times in seconds. */
export function changeSession(
  state: StripeState,
  record: SessionRecord,
  action: SessionAction,
  now: number,
): Change {
  const { session } = record;
  const { id: orderingKey, status, payment_status: payment } = session;
  const isUnsettled = status === "complete" && payment === "unpaid";
  const isAllowed = action === "settle" || action === "fail-later" ? isUnsettled : status === "open";
  if (!isAllowed)
    throw new ActionRefused(`'${action}' is not possible: the session is ${status}, ${payment}.`);
  if (action === "expire") return expired(state, record);

  const intent = intentOf(state, record, now);
  /** The session with these changes, and the rows that store it and its intent. */
  const save = (changes: Partial<Stripe.Checkout.Session>, next: Stripe.PaymentIntent) => {
    const saved = { ...session, ...changes, payment_intent: next.id };
    const row = { ...record, session: saved };
    return { saved, writes: [state.sessions.put(orderingKey, row), state.intents.put(next.id, next)] };
  };
  const complete = {
    status: "complete",
    url: null,
    customer_details: session.customer_details ?? customerDetails("visitor@example.com"),
  } as const;

  if (action === "pay" || action === "settle") {
    const paid = succeeded(intent, session, now);
    const { saved, writes } = save({ ...complete, payment_status: "paid" }, paid.intent);
    const isImmediate = action === "pay";
    return {
      orderingKey,
      writes: [...writes, state.charges.put(paid.charge.id, paid.charge)],
      events: [
        ["charge.succeeded", paid.charge],
        ["payment_intent.succeeded", paid.intent],
        [isImmediate ? "checkout.session.completed" : "checkout.session.async_payment_succeeded", saved],
      ],
    };
  }
  if (action === "pay-later") {
    const slow = processing(intent);
    const { saved, writes } = save(complete, slow);
    const events: Change["events"] = [
      ["payment_intent.processing", slow],
      ["checkout.session.completed", saved],
    ];
    return { orderingKey, writes, events };
  }
  const failed = declined(intent);
  const { saved, writes } = save({}, failed);
  const events: Change["events"] = [["payment_intent.payment_failed", failed]];
  if (action === "fail-later") events.push(["checkout.session.async_payment_failed", saved]);
  return { orderingKey, writes, events };
}

/** An open session ends without a payment. */
export function expired(state: StripeState, record: SessionRecord): Change {
  const session: Stripe.Checkout.Session = { ...record.session, status: "expired", url: null };
  return {
    orderingKey: session.id,
    writes: [state.sessions.put(session.id, { ...record, session })],
    events: [["checkout.session.expired", session]],
  };
}

function intentOf(state: StripeState, record: SessionRecord, now: number): Stripe.PaymentIntent {
  const id = record.session.payment_intent;
  return (typeof id === "string" ? state.intents.get(id) : undefined) ?? newIntent(record, now);
}

/** The key of a charge's events is its session's id. */
export function orderingKeyOf(state: StripeState, charge: Stripe.Charge): string {
  const record = state.sessions.all().find(({ session }) => session.payment_intent === charge.payment_intent);
  return record?.session.id ?? charge.id;
}
