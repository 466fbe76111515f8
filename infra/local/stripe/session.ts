import type Stripe from "stripe";
import { invalid } from "./errors.ts";
import { newId } from "./ids.ts";
import type { SessionParams } from "./session-params.ts";
import type { SessionRecord } from "./state.ts";

const MIN_EXPIRY_S = 30 * 60;
const MAX_EXPIRY_S = 24 * 60 * 60;
const MIN_TOTAL_CENTS = 50;

/**
 * A new open session. `now` in seconds, `publicUrl` without a slash at the end. Throws Stripe's errors for
 * a total below 50 cents, mixed currencies, and an expiry outside 30 minutes to 24 hours.
 */
export function newSession(params: SessionParams, now: number, publicUrl: string): SessionRecord {
  const currency = currencyOf(params);
  const expiresAt = expiryOf(params, now);
  const lineItems = params.line_items.map((line) => newLineItem(line, currency, now));
  const subtotal = lineItems.reduce((sum, line) => sum + line.amount_subtotal, 0);
  const shipping = shippingOf(params, now);
  const total = subtotal + (shipping.cost?.amount_total ?? 0);
  if (total < MIN_TOTAL_CENTS) {
    throw invalid(
      "The Checkout Session's total amount must convert to at least 50 cents. " +
        `$${(total / 100).toFixed(2)} does not.`,
      "amount_too_small",
    );
  }
  const id = newId.session();
  return {
    lineItems,
    intentData: params.payment_intent_data ?? {},
    session: {
      ...EMPTY,
      id,
      amount_subtotal: subtotal,
      amount_total: total,
      allow_promotion_codes: params.allow_promotion_codes ?? null,
      automatic_tax: {
        enabled: params.automatic_tax?.enabled ?? false,
        liability: null,
        provider: null,
        status: null,
      },
      billing_address_collection: params.billing_address_collection ?? null,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      created: now,
      currency,
      customer_creation: params.customer_creation ?? "if_required",
      customer_details: params.customer_email === undefined ? null : customerDetails(params.customer_email),
      customer_email: params.customer_email ?? null,
      expires_at: expiresAt,
      // The check of the locale is left to the page, which speaks English anyway.
      locale: (params.locale as Stripe.Checkout.Session.Locale | undefined) ?? null,
      metadata: params.metadata ?? {},
      payment_method_types: params.payment_method_types ?? ["card"],
      phone_number_collection: { enabled: params.phone_number_collection?.enabled ?? false },
      shipping_cost: shipping.cost,
      shipping_options: shipping.options,
      submit_type: params.submit_type ?? null,
      success_url: params.success_url,
      total_details: { amount_discount: 0, amount_shipping: shipping.cost?.amount_total ?? 0, amount_tax: 0 },
      ui_mode: params.ui_mode ?? "hosted_page",
      url: `${publicUrl}/_local/pay/${id}`,
    },
  };
}

/** What Stripe shows of a customer of whom it knows the address only. */
export function customerDetails(email: string | null): Stripe.Checkout.Session.CustomerDetails {
  const unknown = { address: null, business_name: null, individual_name: null, name: null, phone: null };
  return { ...unknown, email, tax_exempt: "none", tax_ids: null };
}

function currencyOf(params: SessionParams): string {
  const named = [
    ...params.line_items.map((line) => line.price_data.currency),
    ...(params.shipping_options ?? []).map((option) => option.shipping_rate_data.fixed_amount.currency),
  ].map((currency) => currency.toLowerCase());
  const [first = "usd", ...rest] = named;
  if (rest.some((currency) => currency !== first)) {
    throw invalid(
      `You specified more than one currency; all must be '${first}'.`,
      "parameter_invalid",
      "line_items",
    );
  }
  return first;
}

function expiryOf(params: SessionParams, now: number): number {
  const at = params.expires_at ?? now + MAX_EXPIRY_S;
  const refuse = (bound: string) =>
    invalid(
      `The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`,
      undefined,
      "expires_at",
    );
  if (at < now + MIN_EXPIRY_S) throw refuse("at least 30 minutes");
  if (at > now + MAX_EXPIRY_S) throw refuse("less than 24 hours");
  return at;
}

function newLineItem(
  line: SessionParams["line_items"][number],
  currency: string,
  now: number,
): Stripe.LineItem {
  const { product_data: product, unit_amount: unitAmount } = line.price_data;
  const amount = unitAmount * line.quantity;
  const none = {
    billing_scheme: "per_unit",
    custom_unit_amount: null,
    lookup_key: null,
    nickname: null,
  } as const;
  return {
    id: newId.item(),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: product.name,
    metadata: product.metadata ?? {},
    quantity: line.quantity,
    price: {
      ...none,
      id: newId.price(),
      object: "price",
      active: false,
      created: now,
      currency,
      livemode: false,
      metadata: {},
      product: newId.product(),
      recurring: null,
      tax_behavior: "unspecified",
      tiers_mode: null,
      transform_quantity: null,
      type: "one_time",
      unit_amount: unitAmount,
      unit_amount_decimal: null,
    },
  };
}

/** The first option is the one a customer is shown, so it is the one charged. */
function shippingOf(params: SessionParams, now: number) {
  const rates = (params.shipping_options ?? []).map(({ shipping_rate_data: rate }): Stripe.ShippingRate => ({
    id: newId.rate(),
    object: "shipping_rate",
    active: true,
    created: now,
    delivery_estimate: null,
    display_name: rate.display_name,
    fixed_amount: rate.fixed_amount,
    livemode: false,
    metadata: rate.metadata ?? {},
    tax_behavior: "unspecified",
    tax_code: null,
    type: "fixed_amount",
  }));
  const amountOf = (rate: Stripe.ShippingRate) => rate.fixed_amount?.amount ?? 0;
  const options = rates.map((rate) => ({ shipping_amount: amountOf(rate), shipping_rate: rate.id }));
  const first = options[0];
  const cost: Stripe.Checkout.Session.ShippingCost | null = first
    ? {
        amount_subtotal: first.shipping_amount,
        amount_tax: 0,
        amount_total: first.shipping_amount,
        shipping_rate: first.shipping_rate,
      }
    : null;
  return { options, cost };
}

/** The parts of a session that one-time payments on the hosted page never use. */
const EMPTY = {
  object: "checkout.session",
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allowed_payment_method_types: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  mode: "payment",
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: "if_required",
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_status: "unpaid",
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  status: "open",
  subscription: null,
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;
