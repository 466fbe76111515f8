import * as z from "zod/mini";
import { bool, email, integer, list, metadata, codedCheck, text, timestamp, webUrl } from "./params.ts";

const isCurrency = (value: string): boolean => /^[a-z]{3}$/i.test(value);
const currency = z.string().check(codedCheck("parameter_invalid", isCurrency, "Invalid currency: %s."));

const lineItem = z.strictObject({
  quantity: z._default(integer(1, 999_999), 1),
  price_data: z.strictObject({
    currency,
    unit_amount: integer(0),
    product_data: z.strictObject({
      name: text(250),
      description: z.optional(text()),
      images: z.optional(list(webUrl)),
    }),
  }),
});

const intent = z.strictObject({ description: z._default(text(), ""), metadata: z._default(metadata, {}) });
/** A parameter that is on by default in the settings of the simulated account, as in some of Stripe's accounts. */
const onUnlessDisabled = z._default(z.strictObject({ enabled: bool }), { enabled: true });

/**
 * Parameters of `POST /v1/checkout/sessions` that the shop or a test sends. Any other parameter is refused.
 * https://docs.stripe.com/api/checkout/sessions/create
 */
export const sessionParams = z.strictObject({
  mode: z.literal("payment"),
  line_items: list(lineItem),
  success_url: webUrl,
  cancel_url: z.optional(webUrl),
  client_reference_id: z.optional(text(200)),
  customer_email: z.optional(email),
  expires_at: z.optional(timestamp),
  discounts: z._default(list(z.strictObject({ coupon: text() })), []),
  adaptive_pricing: onUnlessDisabled,
  automatic_tax: onUnlessDisabled,
  managed_payments: onUnlessDisabled,
  excluded_payment_method_types: z._default(list(text()), []),
  metadata: z._default(metadata, {}),
  payment_intent_data: z._default(intent, { description: "", metadata: {} }),
});
export type SessionParams = z.infer<typeof sessionParams>;

/** `POST /v1/refunds`: https://docs.stripe.com/api/refunds/create */
export const refundParams = z.strictObject({
  payment_intent: text(),
  amount: z.optional(integer(1)),
  metadata: z.optional(metadata),
  reason: z.optional(z.enum(["duplicate", "fraudulent", "requested_by_customer"])),
});
export type RefundParams = z.infer<typeof refundParams>;

/** Parameters of `GET /v1/checkout/sessions/:id`. */
export const readParams = z.strictObject({ expand: z._default(list(text()), []) });

export const listParams = z.strictObject({
  limit: z._default(integer(1, 100), 10),
  starting_after: z.optional(text()),
  payment_intent: z.optional(text()),
  payout: z.optional(text()),
  coupon: z.optional(text()),
  source: z.optional(text()),
  type: z.optional(text()),
  created: z._default(z.strictObject({ gte: z.optional(timestamp), lt: z.optional(timestamp) }), {}),
  expand: z._default(list(z.enum(["data.payment_intent", "data.source"])), []),
  types: z.optional(list(text())),
});
