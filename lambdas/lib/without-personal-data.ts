/**
 * Fields of Stripe's objects with personal data. https://docs.stripe.com/api/checkout/sessions/object
 * https://docs.stripe.com/api/charges/object https://docs.stripe.com/api/refunds/object
 * https://docs.stripe.com/api/disputes/object
 */
const PERSONAL_FIELDS = new Set([
  "address",
  "billing_details",
  "business_name",
  "collected_information",
  "custom_fields",
  "customer_details",
  "customer_email",
  "email",
  "email_sent_to",
  "evidence",
  "individual_name",
  "instructions_email",
  "name",
  "payment_method_details",
  "phone",
  "receipt_email",
  "shipping",
  "shipping_details",
]);

/**
 * Removes the fields in PERSONAL_FIELDS from a JSON value at any depth, so that queues and dead-letter queues contain
 * no personal data. `metadata` stays as it is, because the shop wrote it.
 */
export function withoutPersonalData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersonalData);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !PERSONAL_FIELDS.has(name))
      .map(([name, inner]) => [name, name === "metadata" ? inner : withoutPersonalData(inner)]),
  );
}
