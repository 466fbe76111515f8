import type Stripe from "stripe";
import type { Write } from "../util/journal.ts";
import { declined, newIntent, processing, succeeded } from "./payment.ts";
import { customerDetails } from "./session.ts";
import type { SessionRecord, StripeState } from "./state.ts";

/** What happens at once or not at all: the new rows, and what Stripe tells the shop about them. */
export interface Change {
  /** The session whose events stay in order. */
  lane: string;
  writes: Write[];
  events: [type: string, object: { id: string; object: string }][];
}

/** The payment cannot do this in the state it is in. */
export class ActionRefused extends Error {}

/** What the buttons of the hosted page and of the console do; times in seconds. */
export function changeSession(
  state: StripeState,
  record: SessionRecord,
  action: SessionAction,
  now: number,
): Change {
  const { session } = record;
  const intent = intentOf(state, record, now);
  const open = session.status === "open";
  const waiting = session.status === "complete" && session.payment_status === "unpaid";
  const allowed = action === "settle" || action === "fail-later" ? waiting : open;
  if (!allowed) {
    throw new ActionRefused(
      `'${action}' is not possible: the session is ${session.status}, ${session.payment_status}.`,
    );
  }
  const save = (
    next: Partial<Stripe.Checkout.Session>,
    nextIntent: Stripe.PaymentIntent,
    ...more: Write[]
  ): Saved => {
    const saved = { ...session, ...next, payment_intent: nextIntent.id };
    return {
      saved,
      writes: [
        state.sessions.put(session.id, { ...record, session: saved }),
        state.intents.put(nextIntent.id, nextIntent),
        ...more,
      ],
    };
  };
  const complete = { status: "complete", url: null, customer_details: payerOf(session) } as const;

  switch (action) {
    case "pay":
    case "settle": {
      const paid = succeeded(intent, session, now);
      const { saved, writes } = save(
        { ...complete, payment_status: "paid" },
        paid.intent,
        state.charges.put(paid.charge.id, paid.charge),
      );
      const told =
        action === "pay" ? "checkout.session.completed" : "checkout.session.async_payment_succeeded";
      return {
        lane: session.id,
        writes,
        events: [
          ["charge.succeeded", paid.charge],
          ["payment_intent.succeeded", paid.intent],
          [told, saved],
        ],
      };
    }
    case "pay-later": {
      const slow = processing(intent);
      const { saved, writes } = save(complete, slow);
      return {
        lane: session.id,
        writes,
        events: [
          ["payment_intent.processing", slow],
          ["checkout.session.completed", saved],
        ],
      };
    }
    case "decline":
    case "fail-later": {
      const failed = declined(intent);
      const { saved, writes } = save({}, failed);
      const events: Change["events"] = [["payment_intent.payment_failed", failed]];
      if (action === "fail-later") events.push(["checkout.session.async_payment_failed", saved]);
      return { lane: session.id, writes, events };
    }
    case "expire":
      return expired(state, record);
  }
}

export type SessionAction = "pay" | "decline" | "pay-later" | "settle" | "fail-later" | "expire";

type Saved = { saved: Stripe.Checkout.Session; writes: Write[] };

/** The open session ended without a payment. */
export function expired(state: StripeState, record: SessionRecord): Change {
  const session: Stripe.Checkout.Session = { ...record.session, status: "expired", url: null };
  return {
    lane: session.id,
    writes: [state.sessions.put(session.id, { ...record, session })],
    events: [["checkout.session.expired", session]],
  };
}

function intentOf(state: StripeState, record: SessionRecord, now: number): Stripe.PaymentIntent {
  const id = record.session.payment_intent;
  return (typeof id === "string" ? state.intents.get(id) : undefined) ?? newIntent(record, now);
}

/** Who did not leave an address with the shop leaves one with Stripe. */
function payerOf(session: Stripe.Checkout.Session): Stripe.Checkout.Session.CustomerDetails {
  return session.customer_details ?? customerDetails("visitor@example.com");
}

/** The session whose events those of a charge are in order with. */
export function laneOf(state: StripeState, charge: Stripe.Charge): string {
  const record = state.sessions.all().find(({ session }) => session.payment_intent === charge.payment_intent);
  return record?.session.id ?? charge.id;
}
