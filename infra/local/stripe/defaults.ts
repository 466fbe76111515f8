import type Stripe from "stripe";

/** An object in which each of these fields is null. */
const nulls = <Name extends string>(...names: Name[]): Record<Name, null> =>
  Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;

/** The fields that are the same in every new session for a one-time payment on the hosted page. */
export const SESSION_DEFAULTS = {
  object: "checkout.session",
  ...nulls("after_expiration", "allowed_payment_method_types", "client_secret", "collected_information"),
  ...nulls("consent", "consent_collection", "currency_conversion", "customer", "customer_account"),
  ...nulls("integration_identifier", "invoice", "invoice_creation", "managed_payments", "origin_context"),
  ...nulls("payment_intent", "payment_link", "payment_method_configuration_details", "permissions"),
  ...nulls("recovered_from", "saved_payment_method_options", "setup_intent", "shipping_address_collection"),
  ...nulls("subscription", "wallet_options"),
  adaptive_pricing: { enabled: false },
  custom_fields: [],
  custom_text: nulls("after_submit", "shipping_address", "submit", "terms_of_service_acceptance"),
  discounts: [],
  livemode: false,
  mode: "payment",
  payment_method_collection: "if_required",
  payment_method_options: {},
  payment_status: "unpaid",
  status: "open",
} satisfies Partial<Stripe.Checkout.Session>;

/** The fields that are the same in every new payment intent. */
export const INTENT_DEFAULTS = {
  object: "payment_intent",
  ...nulls("allowed_payment_method_types", "application", "application_fee_amount"),
  ...nulls("automatic_payment_methods", "canceled_at", "cancellation_reason", "customer", "customer_account"),
  ...nulls("excluded_payment_method_types", "last_payment_error", "latest_charge", "managed_payments"),
  ...nulls("next_action", "on_behalf_of", "payment_method", "payment_method_configuration_details"),
  ...nulls("payment_record", "processing", "review", "setup_future_usage", "source", "transfer_group"),
  amount_capturable: 0,
  amount_received: 0,
  capture_method: "automatic_async",
  confirmation_method: "automatic",
  livemode: false,
  payment_method_options: {},
  status: "requires_payment_method",
} satisfies Partial<Stripe.PaymentIntent>;

/** The fields that are the same in every new successful charge. */
export const CHARGE_DEFAULTS = {
  object: "charge",
  ...nulls("application", "application_fee", "application_fee_amount", "balance_transaction"),
  ...nulls("calculated_statement_descriptor", "customer", "failure_balance_transaction", "failure_code"),
  ...nulls("failure_message", "on_behalf_of", "outcome", "payment_method", "receipt_number", "receipt_url"),
  ...nulls("review", "source", "source_transfer", "transfer_data", "transfer_group"),
  amount_refunded: 0,
  captured: true,
  disputed: false,
  fraud_details: {},
  livemode: false,
  paid: true,
  payment_method_details: { type: "card" },
  refunded: false,
  status: "succeeded",
} satisfies Partial<Stripe.Charge>;

/** The fields that are the same in every new refund. */
export const REFUND_DEFAULTS = {
  object: "refund",
  ...nulls("balance_transaction", "customer", "customer_account", "payment_method", "receipt_number"),
  ...nulls("source_transfer_reversal", "transfer_reversal"),
  destination_details: { type: "card", card: { type: "refund", reference_status: "pending" } },
} satisfies Partial<Stripe.Refund>;

/** The fields that are the same in every price that belongs to one line item only. */
export const PRICE_DEFAULTS = {
  object: "price",
  ...nulls("custom_unit_amount", "lookup_key", "nickname", "recurring", "tiers_mode", "transform_quantity"),
  ...nulls("unit_amount_decimal"),
  active: false,
  billing_scheme: "per_unit",
  livemode: false,
  tax_behavior: "unspecified",
  type: "one_time",
} satisfies Partial<Stripe.Price>;

/** All that is known of a customer who left only an e-mail address. */
export function customerDetails(email: string): Stripe.Checkout.Session.CustomerDetails {
  const unknown = nulls("address", "business_name", "individual_name", "name", "phone");
  return { ...unknown, email, tax_exempt: "none", tax_ids: null };
}
