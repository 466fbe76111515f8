/**
 * Stripe's events that change an order. The bus rule matches them, `settle-payment` handles them, and the webhook
 * endpoint in Stripe's dashboard has to send them. https://docs.stripe.com/api/events/types
 */
export const settlingEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
  "radar.early_fraud_warning.created",
] as const;
