import type Stripe from "stripe";
import { discountOf } from "./coupons.ts";
import { formatDollars, invalid } from "./errors.ts";
import { newId } from "./ids.ts";
import type { SessionParams } from "./session-params.ts";
import { stubOf, type SessionRecord, type StripeState } from "./state.ts";

const MIN_EXPIRY_S = 30 * 60;
const MAX_EXPIRY_S = 24 * 60 * 60;
const MIN_TOTAL_CENTS = 50;

/**
 * A new open session. `now` in seconds, `publicUrl` without a slash at the end. Throws Stripe's errors for a
 * total below 50 cents, mixed currencies, an invalid coupon, and an expiry not between 30 minutes and 24 hours.
 */
export function newSession(
  state: StripeState,
  params: SessionParams,
  now: number,
  publicUrl: string,
): SessionRecord {
  const [id, currency] = [newId.session(), currencyOf(params)];
  const lineItems = params.line_items.map((line) => newLineItem(line, currency));
  const subtotal = lineItems.reduce((sum, line) => sum + line.amount_total, 0);
  const { discount, couponId } = discountOf(state, params, subtotal, now);
  const total = subtotal - discount;
  if (total < MIN_TOTAL_CENTS) {
    const message = `The Checkout Session's total amount must convert to at least 50 cents. ${formatDollars(total)} does not.`;
    throw invalid(message, "amount_too_small");
  }
  const { line_items: _, discounts: __, payment_intent_data: intentData, ...copiedFields } = params;
  return {
    lineItems,
    couponId,
    intentData,
    session: stubOf<Stripe.Checkout.Session>({
      ...copiedFields,
      id,
      object: "checkout.session",
      amount_subtotal: subtotal,
      amount_total: total,
      automatic_tax: stubOf<Stripe.Checkout.Session.AutomaticTax>(params.automatic_tax),
      total_details: { amount_discount: discount, amount_shipping: 0, amount_tax: 0 },
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      created: now,
      currency,
      customer_details: params.customer_email === undefined ? null : customerDetails(params.customer_email),
      customer_email: params.customer_email ?? null,
      expires_at: expiryOf(params, now),
      livemode: false,
      payment_intent: null,
      payment_status: "unpaid",
      status: "open",
      url: `${publicUrl}/_local/pay/${id}`,
    }),
  };
}

/** Details of a customer who entered only an email address. */
export const customerDetails = (email: string) =>
  stubOf<Stripe.Checkout.Session.CustomerDetails>({ address: null, email, name: null, phone: null });

export const excludesDelayedPayment = (session: Stripe.Checkout.Session): boolean =>
  session.excluded_payment_method_types?.includes("us_bank_account") ?? false;

function currencyOf(params: SessionParams): string {
  const currencies = params.line_items.map((line) => line.price_data.currency.toLowerCase());
  const [firstCurrency = "usd"] = currencies;
  if (currencies.some((currency) => currency !== firstCurrency)) {
    const message = `You specified more than one currency; all must be '${firstCurrency}'.`;
    throw invalid(message, "parameter_invalid", "line_items");
  }
  return firstCurrency;
}

function expiryOf(params: SessionParams, now: number): number {
  const expiresAt = params.expires_at ?? now + MAX_EXPIRY_S;
  const isTooEarly = expiresAt < now + MIN_EXPIRY_S;
  if (!isTooEarly && expiresAt <= now + MAX_EXPIRY_S) return expiresAt;
  const limitText = isTooEarly ? "at least 30 minutes" : "less than 24 hours";
  const message = `The \`expires_at\` timestamp must be ${limitText} from Checkout Session creation.`;
  throw invalid(message, undefined, "expires_at");
}

function newLineItem(line: SessionParams["line_items"][number], currency: string): Stripe.LineItem {
  const { product_data: product, unit_amount } = line.price_data;
  const amount = unit_amount * line.quantity;
  return stubOf<Stripe.LineItem>({
    id: newId.item(),
    object: "item",
    amount_subtotal: amount,
    amount_total: amount,
    currency,
    description: product.name,
    quantity: line.quantity,
  });
}
