import type Stripe from "stripe";
import type { Write } from "../util/journal.ts";
import { newMovement } from "./balance.ts";
import { redemptionWrites } from "./coupons.ts";
import { newId } from "./ids.ts";
import { customerDetails, excludesDelayedPayment } from "./session.ts";
import { lookUp, stubOf, type SessionRecord, type StripeState } from "./state.ts";

export type EventType = Stripe.Event["type"];

/** Changed rows and the events about them, which are committed together. */
export interface Change {
  /** The id of a session or of another object. Events with the same key are sent one at a time. */
  orderingKey: string;
  writes: Write[];
  events: [type: EventType, object: { id: string; object: string }][];
}

/** The payment's state does not allow the action. */
export class ActionRefused extends Error {}

const SESSION_ACTIONS = ["pay", "decline", "pay-later", "settle", "fail-later", "expire"] as const;
export type SessionAction = (typeof SESSION_ACTIONS)[number];
export const isSessionAction = (action: string): action is SessionAction =>
  SESSION_ACTIONS.some((sessionAction) => sessionAction === action);

/** The change when a button on the payment page or in the console is pressed; `now` in seconds. */
export function changeSession(
  state: StripeState,
  record: SessionRecord,
  action: SessionAction,
  now: number,
): Change {
  const { session } = record;
  const { id: orderingKey, status, payment_status: paymentStatus } = session;
  const isProcessing = lookUp(state.intents, session.payment_intent)?.status === "processing";
  const isAllowed = action === "settle" || action === "fail-later" ? isProcessing : status === "open";
  if (!isAllowed || (action === "pay-later" && excludesDelayedPayment(session)))
    throw new ActionRefused(`'${action}' is not possible: the session is ${status}, ${paymentStatus}.`);
  if (action === "expire") return expiredChange(state, record);

  const intent = intentOf(state, record, now);
  /** Returns the session and its intent with these changes, and the writes that store both. */
  const newRows = (
    sessionChanges: Partial<Stripe.Checkout.Session>,
    intentChanges: Partial<Stripe.PaymentIntent>,
  ) => {
    const changedIntent = { ...intent, last_payment_error: null, ...intentChanges };
    const changedSession = { ...session, ...sessionChanges, payment_intent: intent.id };
    const put = state.sessions.putWrite(orderingKey, { ...record, session: changedSession });
    return { changedSession, changedIntent, writes: [put, state.intents.putWrite(intent.id, changedIntent)] };
  };
  const customer = session.customer_details ?? customerDetails("visitor@example.com");
  const completion = { status: "complete", url: null, customer_details: customer } as const;

  if (action === "decline") {
    const { changedIntent, writes } = newRows({}, FAILED_INTENT);
    return { orderingKey, writes, events: [["payment_intent.payment_failed", changedIntent]] };
  }
  const [chargeStatus, intentOutcome, sessionOutcome] = OUTCOMES[action];
  const isPaid = chargeStatus === "succeeded";
  const isFailure = chargeStatus === "failed";
  const bookedCharge = lookUp(state.charges, intent.latest_charge);
  const charge = {
    ...(bookedCharge ?? newCharge(intent, customer.email, now)),
    status: chargeStatus,
    paid: isPaid,
  };
  const { changedSession, changedIntent, writes } = newRows(
    { ...completion, payment_status: isPaid ? "paid" : "unpaid" },
    {
      ...(intentOutcome === "payment_failed" ? FAILED_INTENT : { status: intentOutcome }),
      amount_received: isPaid ? charge.amount : 0,
      latest_charge: charge.id,
    },
  );
  // Money moves when a payment is booked, and when a booked payment fails. Stripe's type for delayed ones is `payment`.
  if (bookedCharge ? isFailure : !isFailure) {
    const reversal = isFailure ? newReversal(charge, now) : undefined;
    const cents = isFailure ? -charge.amount : charge.amount;
    const movement = newMovement(isFailure ? "charge_failure" : "charge", reversal ?? charge, cents, now);
    if (action === "pay-later") movement.type = "payment";
    charge[isFailure ? "failure_balance_transaction" : "balance_transaction"] = movement.id;
    writes.push(state.movements.putWrite(movement.id, movement));
    if (reversal) writes.push(state.refunds.putWrite(reversal.id, reversal));
  }
  if (status === "open") writes.push(...redemptionWrites(state, record.couponId));
  return {
    orderingKey,
    writes: [...writes, state.charges.putWrite(charge.id, charge)],
    events: [
      [`charge.${chargeStatus}`, charge],
      [`payment_intent.${intentOutcome}`, changedIntent],
      [`checkout.session.${sessionOutcome}`, changedSession],
    ],
  };
}

/**
 * For each action that changes a charge: the charge's status, and the suffixes of the intent's and the session's events. A
 * delayed payment is booked at `pay-later`, when the bank gets it, not at `settle`. `fail-later` reverses it.
 * https://support.stripe.com/questions/changes-to-balance-transaction-behavior-for-debit-payment-methods
 */
const OUTCOMES = {
  pay: ["succeeded", "succeeded", "completed"],
  "pay-later": ["pending", "processing", "completed"],
  settle: ["succeeded", "succeeded", "async_payment_succeeded"],
  "fail-later": ["failed", "payment_failed", "async_payment_failed"],
} as const;

/** The fields of an intent whose payment failed. After a declined card, the customer can try again. */
const FAILED_INTENT: Partial<Stripe.PaymentIntent> = {
  status: "requires_payment_method",
  last_payment_error: {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card has been declined.",
  },
};

/** The change when an open session ends without a payment. */
export function expiredChange(state: StripeState, record: SessionRecord): Change {
  const session: Stripe.Checkout.Session = { ...record.session, status: "expired", url: null };
  return {
    orderingKey: session.id,
    writes: [state.sessions.putWrite(session.id, { ...record, session })],
    events: [["checkout.session.expired", session]],
  };
}

/** The session's payment intent, created when the customer first presses a button; `now` in seconds. */
function intentOf(
  state: StripeState,
  { session, intentData }: SessionRecord,
  now: number,
): Stripe.PaymentIntent {
  const { payment_intent: id, amount_total, currency } = session;
  const existingIntent = lookUp(state.intents, id);
  if (existingIntent) return existingIntent;
  return stubOf<Stripe.PaymentIntent>({
    id: newId.intent(),
    object: "payment_intent",
    amount: amount_total ?? 0,
    created: now,
    currency: currency ?? "usd",
    latest_charge: null,
    livemode: false,
    ...intentData,
  });
}

const newCharge = (intent: Stripe.PaymentIntent, email: string | null, now: number) =>
  stubOf<Stripe.Charge>({
    id: newId.charge(),
    object: "charge",
    amount: intent.amount,
    amount_refunded: 0,
    created: now,
    currency: intent.currency,
    description: intent.description,
    metadata: intent.metadata,
    payment_intent: intent.id,
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    disputed: false,
    livemode: false,
    refunded: false,
  });

/** The refund that reverses a delayed payment; not listed among refunds: https://github.com/wyyerd/stripe-rs/pull/177 */
const newReversal = ({ id: charge, amount, currency, payment_intent }: Stripe.Charge, now: number) => {
  const copiedFields = { charge, amount, currency, payment_intent };
  const outcome = { created: now, metadata: {}, reason: null, status: "succeeded" };
  return stubOf<Stripe.Refund>({ id: newId.reversal(), object: "refund", ...copiedFields, ...outcome });
};

/** The ordering key of a charge's events: the id of its session, or the charge's own id if it has no session. */
export function orderingKeyOf(state: StripeState, charge: Stripe.Charge): string {
  const record = state.sessions.all().find(({ session }) => session.payment_intent === charge.payment_intent);
  return record?.session.id ?? charge.id;
}
