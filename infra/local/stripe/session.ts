import type Stripe from "stripe";
import { dollars, invalid } from "./errors.ts";
import { newId } from "./ids.ts";
import type { SessionParams } from "./session-params.ts";
import type { SessionRecord } from "./state.ts";
import { customerDetails, PRICE_DEFAULTS, SESSION_DEFAULTS } from "./defaults.ts";

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
    const message = `The Checkout Session's total amount must convert to at least 50 cents. ${dollars(total)} does not.`;
    throw invalid(message, "amount_too_small");
  }
  const id = newId.session();
  const isTaxed = params.automatic_tax?.enabled ?? false;
  return {
    lineItems,
    intentData: params.payment_intent_data ?? {},
    session: {
      ...SESSION_DEFAULTS,
      id,
      amount_subtotal: subtotal,
      amount_total: total,
      allow_promotion_codes: params.allow_promotion_codes ?? null,
      automatic_tax: { enabled: isTaxed, liability: null, provider: null, status: null },
      billing_address_collection: params.billing_address_collection ?? null,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      created: now,
      currency,
      customer_creation: params.customer_creation ?? "if_required",
      customer_details: params.customer_email === undefined ? null : customerDetails(params.customer_email),
      customer_email: params.customer_email ?? null,
      expires_at: expiresAt,
      // The page is in English only, so the locale is stored without a check.
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

function currencyOf(params: SessionParams): string {
  const named = [
    ...params.line_items.map((line) => line.price_data.currency),
    ...(params.shipping_options ?? []).map((option) => option.shipping_rate_data.fixed_amount.currency),
  ].map((currency) => currency.toLowerCase());
  const [first = "usd", ...rest] = named;
  if (rest.some((currency) => currency !== first)) {
    const message = `You specified more than one currency; all must be '${first}'.`;
    throw invalid(message, "parameter_invalid", "line_items");
  }
  return first;
}

function expiryOf(params: SessionParams, now: number): number {
  const at = params.expires_at ?? now + MAX_EXPIRY_S;
  const isTooEarly = at < now + MIN_EXPIRY_S;
  if (!isTooEarly && at <= now + MAX_EXPIRY_S) return at;
  const bound = isTooEarly ? "at least 30 minutes" : "less than 24 hours";
  const message = `The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`;
  throw invalid(message, undefined, "expires_at");
}

type LineParams = SessionParams["line_items"][number];

function newLineItem(line: LineParams, currency: string, now: number): Stripe.LineItem {
  const { product_data: product, unit_amount } = line.price_data;
  const amount = unit_amount * line.quantity;
  const price = {
    ...PRICE_DEFAULTS,
    ...{ id: newId.price(), created: now, currency, metadata: {}, product: newId.product(), unit_amount },
  };
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
    price,
  };
}

/** The payment page offers no choice of shipping: the first option is charged. */
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
  if (!first) return { options, cost: null };
  const { shipping_amount: amount, shipping_rate } = first;
  const cost = { amount_subtotal: amount, amount_tax: 0, amount_total: amount, shipping_rate };
  return { options, cost };
}
