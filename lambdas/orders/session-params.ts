/** Pure: the parameters of an order's payment page. Stripe requires identical parameters under one idempotency key. */
import type Stripe from "stripe";
import { toCents } from "../../shared/money.ts";
import { orderNumberOf } from "../../shared/order-number.ts";
import { variantLabel } from "../../shared/product.ts";
import { brand } from "../../shared/site/brand.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * The payment methods for US dollars of which Stripe reports only days later whether the customer has paid.
 * https://docs.stripe.com/payments/payment-methods#payment-notification
 */
const DELAYED_METHODS: Stripe.Checkout.SessionCreateParams.ExcludedPaymentMethodType[] = [
  "acss_debit",
  "customer_balance",
  "us_bank_account",
];
/**
 * A delayed payment has an outcome within this time: a customer may take ten days to confirm a bank account, and a bank debit takes
 * up to five business days. https://docs.stripe.com/payments/ach-direct-debit
 */
const DELAYED_PAYMENT_MS = 21 * 86_400_000;

/** Whether an event of the order may begin before a delayed payment has an outcome, and so before there are tickets. */
const isEventSoon = ({ items, createdAt }: StoredOrder): boolean =>
  items.some(({ event }) => event && Date.parse(event.startsAt) < Date.parse(createdAt) + DELAYED_PAYMENT_MS);

/** Stripe's idempotency key. `payment.n` grows after a failure that Stripe would repeat, and if Stripe refuses the key. */
export const idempotencyKeyOf = (order: StoredOrder): string => `${order.orderId}:${order.payment.n}`;

/**
 * The coupon of one order. It takes off exactly the cents that the shop has calculated.
 * A percentage is not used, because Stripe would round it by its own rules. A coupon for only some lines is
 * not possible, because the lines are no products at Stripe.
 */
export function couponParams({ orderId, financialInfo }: StoredOrder): Stripe.CouponCreateParams {
  const { discount = 0, discountCode = "" } = financialInfo;
  return {
    id: orderId,
    amount_off: toCents(discount),
    currency: "usd",
    duration: "once",
    max_redemptions: 1,
    // Customers see the name on the payment page. Stripe accepts at most 40 characters.
    name: `Code ${discountCode}`.slice(0, 40),
    metadata: { orderId, code: discountCode },
  };
}

/** `origin`: the site's origin, for absolute URLs of images. */
export function sessionParams(order: StoredOrder, origin: string): Stripe.Checkout.SessionCreateParams {
  const { orderId, orderNumber } = order;
  const metadata = { orderId, ...(orderNumber === undefined ? {} : { orderNumber }) };
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
  const extraLine = (name: string, cents: number) =>
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
    // Without this line, a setting in Stripe's dashboard decides. With adaptive pricing, customers abroad could pay in their
    // own currency. Stripe would add a fee of its own, and refunds would have other exchange rates than the payment.
    // https://support.stripe.com/questions/adaptive-pricing
    adaptive_pricing: { enabled: false },
    // Many new accounts have Managed Payments on by default: Stripe is then the seller, adds taxes of its own, and refuses a session
    // with goods or without tax codes. It can be turned off for single sessions only.
    // https://docs.stripe.com/payments/managed-payments/eligibility
    managed_payments: { enabled: false },
    // Without this line, a setting of Stripe Tax decides. The tax would come on top of the line "Sales tax", and the customer would
    // see it only on the payment page. https://docs.stripe.com/tax/checkout/automatic-tax-default
    automatic_tax: { enabled: false },
    ...(isEventSoon(order) ? { excluded_payment_method_types: DELAYED_METHODS } : {}),
    metadata,
    payment_intent_data: { description: `${brand.name} order ${orderNumberOf(order)}`, metadata },
    ...(order.financialInfo.discount ? { discounts: [{ coupon: order.orderId }] } : {}),
    line_items: [
      ...lines,
      ...extraLine("Shipping", toCents(shipping)),
      ...extraLine("Sales tax", toCents(tax)),
    ],
  };
}
