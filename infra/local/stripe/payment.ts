import type Stripe from "stripe";
import { newId } from "./ids.ts";
import type { SessionRecord } from "./state.ts";

const DECLINED = "Your card has been declined.";

/** The intent that a session makes when the customer first presses a button; `now` in seconds. */
export function newIntent({ session, intentData }: SessionRecord, now: number): Stripe.PaymentIntent {
  const id = newId.intent();
  return {
    ...NO_INTENT,
    id,
    amount: session.amount_total ?? 0,
    client_secret: `${id}_secret_${newId.secret()}`,
    created: now,
    currency: session.currency ?? "usd",
    description: intentData.description ?? null,
    metadata: intentData.metadata ?? {},
    payment_method_types: session.payment_method_types,
    receipt_email: intentData.receipt_email ?? null,
    shipping: intentData.shipping ? shippingOf(intentData.shipping) : null,
    statement_descriptor: intentData.statement_descriptor ?? null,
    statement_descriptor_suffix: intentData.statement_descriptor_suffix ?? null,
  };
}

/** The same intent after the bank said no; it can be tried again. */
export function declined(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  return {
    ...intent,
    status: "requires_payment_method",
    last_payment_error: {
      type: "card_error",
      code: "card_declined",
      decline_code: "generic_decline",
      message: DECLINED,
    },
  };
}

/** The same intent while a slow method is under way. */
export function processing(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  return { ...intent, status: "processing", last_payment_error: null };
}

/** The same intent paid, and its charge. */
export function succeeded(intent: Stripe.PaymentIntent, session: Stripe.Checkout.Session, now: number) {
  const charge: Stripe.Charge = {
    ...NO_CHARGE,
    id: newId.charge(),
    amount: intent.amount,
    amount_captured: intent.amount,
    billing_details: {
      address: null,
      email: session.customer_details?.email ?? null,
      name: null,
      phone: null,
      tax_id: null,
    },
    created: now,
    currency: intent.currency,
    description: intent.description,
    metadata: intent.metadata,
    payment_intent: intent.id,
    receipt_email: intent.receipt_email,
    shipping: intent.shipping,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
  };
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: "succeeded",
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
  };
  return { intent: paid, charge };
}

/** A refund that goes through at once; `amount` in cents. */
export function newRefund(
  charge: Stripe.Charge,
  amount: number,
  now: number,
  extra: { reason?: Stripe.Refund.Reason | undefined; metadata?: Stripe.Metadata | undefined },
): Stripe.Refund {
  return {
    id: newId.refund(),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { type: "card", card: { type: "refund", reference_status: "pending" } },
    metadata: extra.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: extra.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
}

/** The charge with `cents` more (or, when a refund failed, fewer) given back. */
export function withRefunded(charge: Stripe.Charge, cents: number): Stripe.Charge {
  const refunded = charge.amount_refunded + cents;
  return { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount };
}

function shippingOf(
  shipping: NonNullable<SessionRecord["intentData"]["shipping"]>,
): Stripe.PaymentIntent.Shipping {
  const { line1, line2, city, state, postal_code, country } = shipping.address;
  return {
    name: shipping.name,
    ...(shipping.phone === undefined ? {} : { phone: shipping.phone }),
    address: {
      line1: line1 ?? null,
      line2: line2 ?? null,
      city: city ?? null,
      state: state ?? null,
      postal_code: postal_code ?? null,
      country: country ?? null,
    },
  };
}

const NO_INTENT = {
  object: "payment_intent",
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: "automatic_async",
  confirmation_method: "automatic",
  customer: null,
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_record: null,
  processing: null,
  review: null,
  setup_future_usage: null,
  source: null,
  status: "requires_payment_method",
  transfer_group: null,
} satisfies Partial<Stripe.PaymentIntent>;

const NO_CHARGE = {
  object: "charge",
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: null,
  captured: true,
  customer: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_method: null,
  payment_method_details: { type: "card" },
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  source: null,
  source_transfer: null,
  status: "succeeded",
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Stripe.Charge>;
