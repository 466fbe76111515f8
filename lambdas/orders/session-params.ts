/** Pure: the parameters of an order's payment page. Stripe requires identical parameters under one idempotency key. */
import type Stripe from "stripe";
import { toCents } from "../../shared/money.ts";
import { variantLabel } from "../../shared/product.ts";
import type { StoredOrder } from "./stored-order.ts";

/** Stripe's idempotency key. `payment.n` grows after a failure that Stripe would repeat. */
export const idempotencyKey = (order: StoredOrder): string => `${order.orderId}:${order.payment.n}`;

/** `origin` makes image addresses absolute. Amounts are in cents. */
export function sessionParams(order: StoredOrder, origin: string): Stripe.Checkout.SessionCreateParams {
  const metadata = { orderId: order.orderId };
  const lines = order.items.map((item) => ({
    quantity: item.quantity,
    price_data: {
      currency: "usd",
      unit_amount: toCents(item.priceEach),
      product_data: {
        name: item.name,
        ...(variantLabel(item) ? { description: variantLabel(item) } : {}),
        ...(item.imageUrl ? { images: [new URL(item.imageUrl, origin).href] } : {}),
      },
    },
  }));
  const extra = (name: string, cents: number) =>
    cents > 0
      ? [{ quantity: 1, price_data: { currency: "usd", unit_amount: cents, product_data: { name } } }]
      : [];
  const { shipping, tax = 0 } = order.financialInfo;
  return {
    mode: "payment",
    client_reference_id: order.orderId,
    ...(order.billingInfo ? { customer_email: order.billingInfo.email } : {}),
    expires_at: order.payment.expiresAt,
    success_url: order.payment.successUrl,
    cancel_url: order.payment.cancelUrl,
    metadata,
    payment_intent_data: { metadata },
    line_items: [...lines, ...extra("Shipping", toCents(shipping)), ...extra("Sales tax", toCents(tax))],
  };
}
