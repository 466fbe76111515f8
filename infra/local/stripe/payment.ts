import type Stripe from "stripe";
import { newId } from "./ids.ts";
import type { SessionRecord } from "./state.ts";
import { CHARGE_DEFAULTS, INTENT_DEFAULTS } from "./defaults.ts";

/** The payment intent, created when the customer first presses a button; `now` in seconds. */
export function newIntent({ session, intentData }: SessionRecord, now: number): Stripe.PaymentIntent {
  const id = newId.intent();
  return {
    ...INTENT_DEFAULTS,
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

/** The intent after the bank declined the card; it can be tried again. */
export const declined = (intent: Stripe.PaymentIntent): Stripe.PaymentIntent => ({
  ...intent,
  status: "requires_payment_method",
  last_payment_error: {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card has been declined.",
  },
});

/** The intent while a delayed payment method is under way. */
export const processing = (intent: Stripe.PaymentIntent): Stripe.PaymentIntent => ({
  ...intent,
  status: "processing",
  last_payment_error: null,
});

/** The paid intent, and its charge. */
export function succeeded(intent: Stripe.PaymentIntent, session: Stripe.Checkout.Session, now: number) {
  const { amount, currency, description, metadata, receipt_email, shipping } = intent;
  const { statement_descriptor, statement_descriptor_suffix } = intent;
  const email = session.customer_details?.email ?? null;
  const charge: Stripe.Charge = {
    ...CHARGE_DEFAULTS,
    ...{ amount, currency, description, metadata, receipt_email, shipping },
    ...{ statement_descriptor, statement_descriptor_suffix },
    id: newId.charge(),
    amount_captured: amount,
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    created: now,
    payment_intent: intent.id,
  };
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: "succeeded",
    amount_received: amount,
    last_payment_error: null,
    latest_charge: charge.id,
  };
  return { intent: paid, charge };
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
