import * as z from "zod/mini";
import { Timestamp } from "./dates.ts";
import { Dollars } from "./money.ts";
import { BillingInfo, Dispute, FinancialInfo, OrderItem, ShippingInfo } from "./order.ts";
import { OrderStatus, PaymentStatus, Unfulfilled } from "./order-status.ts";

/** The source of every event that this shop publishes. */
export const EVENT_SOURCE = "shop.orders";
/** The source under which Stripe's own events come over the bus. */
export const STRIPE_SOURCE = "stripe";

const envelope = { id: z.string(), version: z.literal(1), time: Timestamp };

/** An event about one order. `sequence` counts from 1 without gaps for each order. */
const about = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.object({
    ...envelope,
    type: z.literal(type),
    orderId: z.string(),
    sequence: z.int().check(z.positive()),
    ...shape,
  });

/** Stock is held for an order and the payment page is about to open. */
export const OrderPlaced = about("OrderPlaced", {
  items: z.array(OrderItem),
  financialInfo: FinancialInfo,
  holdEndsAt: Timestamp,
});

/** The order is paid: what accounting needs, and nothing that says who the customer is. */
export const OrderPaid = about("OrderPaid", {
  items: z.array(OrderItem),
  financialInfo: FinancialInfo,
  paymentStatus: PaymentStatus,
});

/**
 * Who paid, and where to: what fulfilment and mailing lists need. Follows OrderPaid with the next sequence number. It is
 * personal data: the shop archives it nowhere and drops its own copy once it is published, so it cannot be played again.
 */
export const OrderContact = about("OrderContact", {
  billingInfo: BillingInfo,
  shippingInfo: z.optional(ShippingInfo),
  marketingConsent: z.boolean(),
});

/**
 * Without the tracking number itself: it leads to the customer's address, and an admin may type anything there.
 * `trackingChanged` says that there is another one.
 */
export const OrderStatusChanged = about("OrderStatusChanged", {
  from: OrderStatus,
  to: OrderStatus,
  trackingChanged: z.boolean(),
});

/** `stripeSessionId`: the order was not paid, and its payment page has to end. */
export const OrderCancelled = about("OrderCancelled", {
  from: OrderStatus,
  restocked: z.boolean(),
  refundRequested: z.boolean(),
  stripeSessionId: z.optional(z.string()),
});

/** Why the shop gives money back by itself: the order cannot be fulfilled, or was paid a second time. */
export const RefundCause = z.enum([...Unfulfilled.options, "paid-twice"]);
export type RefundCause = z.infer<typeof RefundCause>;

/** Money is to go back. `amount` in dollars. `paymentIntentId` names the payment; `cause` is there when nobody asked for it. */
export const RefundRequested = about("RefundRequested", {
  refundId: z.string(),
  amount: Dollars,
  reason: z.string(),
  cause: z.optional(RefundCause),
  paymentIntentId: z.string(),
});

/** Money went back. `refunded` is the order's sum of refunds, in dollars. */
export const OrderRefunded = about("OrderRefunded", {
  refundId: z.string(),
  amount: Dollars,
  refunded: Dollars,
  paymentStatus: PaymentStatus,
});

/**
 * A refund did not go through, perhaps after it was told as done. `refunded` is the order's sum that did, in dollars.
 * `announced`: the customer had been told that the money is on its way.
 */
export const RefundFailed = about("RefundFailed", {
  refundId: z.string(),
  amount: Dollars,
  refunded: Dollars,
  paymentStatus: PaymentStatus,
  announced: z.optional(z.boolean()),
});

/**
 * A dispute began, changed its status, or moved money. Dollars: `amount` is disputed; `withdrawn` and `lost` are the
 * order's sums of what disputes take at present, and of what is gone for good.
 */
export const DisputeUpdated = about("DisputeUpdated", {
  disputeId: z.string(),
  status: Dispute.shape.status,
  amount: Dollars,
  withdrawn: Dollars,
  lost: Dollars,
  paymentStatus: PaymentStatus,
});

/** The hold ended without payment; the stock is for sale again. */
export const CheckoutExpired = about("CheckoutExpired", {
  items: z.array(OrderItem),
  reason: z.enum(["expired", "failed", "released", "refused"]),
});

/** A product, or one of its variants, fell below the low-stock threshold. `sequence` counts for each product. */
export const StockLow = z.object({
  ...envelope,
  type: z.literal("StockLow"),
  productId: z.string(),
  variantId: z.optional(z.string()),
  sequence: z.int().check(z.positive()),
  name: z.string(),
  available: z.int(),
});

/** Every event by its name: the one source of their shapes. */
export const events = {
  OrderPlaced,
  OrderPaid,
  OrderContact,
  OrderStatusChanged,
  OrderCancelled,
  RefundRequested,
  OrderRefunded,
  RefundFailed,
  DisputeUpdated,
  CheckoutExpired,
  StockLow,
} as const;

export const ShopEvent = z.discriminatedUnion("type", [
  OrderPlaced,
  OrderPaid,
  OrderContact,
  OrderStatusChanged,
  OrderCancelled,
  RefundRequested,
  OrderRefunded,
  RefundFailed,
  DisputeUpdated,
  CheckoutExpired,
  StockLow,
]);
/** Events with personal data: in no archive, and not kept once they are published. */
export const PERSONAL_EVENTS: readonly ShopEvent["type"][] = ["OrderContact"];

export type ShopEvent = z.infer<typeof ShopEvent>;
export type OrderEvent = Exclude<ShopEvent, { type: "StockLow" }>;
