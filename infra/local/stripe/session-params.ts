import * as z from "zod/mini";
import { email, flag, integer, list, metadata, rule, text, webUrl } from "./params.ts";

const isCurrency = (value: string): boolean => /^[a-z]{3}$/i.test(value);
const currency = z.string().check(rule("parameter_invalid", isCurrency, "Invalid currency: %s."));
const address = z.strictObject({
  line1: z.optional(text()),
  line2: z.optional(z.string()),
  city: z.optional(z.string()),
  state: z.optional(z.string()),
  postal_code: z.optional(z.string()),
  country: z.optional(z.string()),
});
const enabled = z.optional(z.strictObject({ enabled: flag }));
/** A parameter of Stripe's API that has no effect here. */
const ignored = z.optional(z.unknown());

const lineItem = z.strictObject({
  quantity: z._default(integer(1, 999_999), 1),
  adjustable_quantity: ignored,
  price_data: z.strictObject({
    currency,
    unit_amount: integer(0),
    tax_behavior: ignored,
    product_data: z.strictObject({
      name: text(250),
      description: z.optional(text()),
      images: z.optional(list(webUrl, 8)),
      metadata: z.optional(metadata),
      tax_code: z.optional(text()),
    }),
  }),
});

const shippingOption = z.strictObject({
  shipping_rate_data: z.strictObject({
    display_name: text(100),
    type: z.optional(z.literal("fixed_amount")),
    fixed_amount: z.strictObject({ amount: integer(0), currency }),
    delivery_estimate: ignored,
    metadata: z.optional(metadata),
    tax_behavior: ignored,
    tax_code: ignored,
  }),
});

const intentData = z.strictObject({
  description: z.optional(text(1_000)),
  metadata: z.optional(metadata),
  receipt_email: z.optional(email),
  statement_descriptor: z.optional(text(22)),
  statement_descriptor_suffix: z.optional(text(22)),
  capture_method: z.optional(z.enum(["automatic", "automatic_async"])),
  setup_future_usage: ignored,
  shipping: z.optional(
    z.strictObject({
      name: text(),
      address,
      phone: z.optional(z.string()),
      carrier: ignored,
      tracking_number: ignored,
    }),
  ),
});

/**
 * Parameters of `POST /v1/checkout/sessions` for one-time payments on the hosted page.
 * https://docs.stripe.com/api/checkout/sessions/create
 */
export const sessionParams = z.strictObject({
  mode: z.literal("payment"),
  ui_mode: z.optional(z.enum(["hosted", "hosted_page"])),
  line_items: list(lineItem).check(
    rule("parameter_missing", (rows) => rows.length > 0, "Missing required param: line_items."),
  ),
  success_url: webUrl,
  cancel_url: z.optional(webUrl),
  client_reference_id: z.optional(text(200)),
  customer_email: z.optional(email),
  customer_creation: z.optional(z.enum(["always", "if_required"])),
  expires_at: z.optional(integer(0, 99_999_999_999)),
  metadata: z.optional(metadata),
  payment_intent_data: z.optional(intentData),
  payment_method_types: z.optional(list(text())),
  shipping_options: z.optional(list(shippingOption, 5)),
  shipping_address_collection: z.optional(z.strictObject({ allowed_countries: list(text(2), 300) })),
  billing_address_collection: z.optional(z.enum(["auto", "required"])),
  phone_number_collection: enabled,
  automatic_tax: enabled,
  invoice_creation: enabled,
  allow_promotion_codes: z.optional(flag),
  locale: z.optional(text(10)),
  submit_type: z.optional(z.enum(["auto", "book", "donate", "pay", "subscribe"])),
  adaptive_pricing: ignored,
  after_expiration: ignored,
  branding_settings: ignored,
  consent_collection: ignored,
  custom_text: ignored,
  origin_context: ignored,
  payment_method_options: ignored,
  wallet_options: ignored,
  expand: z.optional(list(text())),
});
export type SessionParams = z.infer<typeof sessionParams>;
export type IntentData = z.infer<typeof intentData>;

/** `POST /v1/refunds`: https://docs.stripe.com/api/refunds/create */
export const refundParams = z.strictObject({
  payment_intent: z.optional(text()),
  charge: z.optional(text()),
  amount: z.optional(integer(1)),
  reason: z.optional(z.enum(["duplicate", "fraudulent", "requested_by_customer"])),
  metadata: z.optional(metadata),
  expand: z.optional(list(text())),
});
export type RefundParams = z.infer<typeof refundParams>;

/** Parameters of a request that has none of its own. */
export const readParams = z.strictObject({ expand: z.optional(list(text())) });

const time = z.optional(integer(0, 99_999_999_999));

/** Parameters of every list request, with the filters of all lists. */
export const listParams = z.strictObject({
  limit: z._default(integer(1, 100), 10),
  starting_after: z.optional(text()),
  ending_before: z.optional(text()),
  payment_intent: z.optional(text()),
  charge: z.optional(text()),
  status: z.optional(text()),
  type: z.optional(text()),
  types: z.optional(list(text(), 20)),
  created: z.optional(z.strictObject({ gt: time, gte: time, lt: time, lte: time })),
  expand: z.optional(list(text())),
});
export type ListParams = z.infer<typeof listParams>;
