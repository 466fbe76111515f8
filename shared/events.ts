import * as z from "zod/mini";
import { Timestamp } from "./dates.ts";
import { Dollars } from "./money.ts";
import { BillingInfo, Dispute, FinancialInfo, OrderItem, ShippingInfo } from "./order.ts";
import { OrderStatus, PaymentStatus, Unfulfilled } from "./order-status.ts";
import { StripeReason } from "./refund-reason.ts";
import { StatusMail } from "./status-mail.ts";

/** The EventBridge source of the shop's events. */
export const EVENT_SOURCE = "shop.orders";
/** The EventBridge source of Stripe's events. */
export const STRIPE_SOURCE = "stripe";

const commonFields = { id: z.string(), version: z.literal(1), time: Timestamp };

/** An event about an order. `sequence` counts the order's events from 1 without gaps. */
const orderEvent = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.object({
    ...commonFields,
    type: z.literal(type),
    orderId: z.string(),
    sequence: z.int().check(z.positive()),
    ...shape,
  });

/** Stock is held for the order, and the payment page is about to open. */
export const OrderPlaced = orderEvent("OrderPlaced", {
  items: z.array(OrderItem),
  financialInfo: FinancialInfo,
  holdEndsAt: Timestamp,
});

/** The order is paid. Contains the data for accounting, without personal data. */
export const OrderPaid = orderEvent("OrderPaid", {
  items: z.array(OrderItem),
  financialInfo: FinancialInfo,
  paymentStatus: PaymentStatus,
});

/**
 * The customer's name, addresses, phone and consent, for fulfilment and mailing lists. Follows OrderPaid
 * with the next sequence number. The event is personal data: it is not archived, the shop deletes its copy
 * after publishing, and it cannot be replayed.
 */
const OrderContact = orderEvent("OrderContact", {
  billingInfo: BillingInfo,
  shippingInfo: z.optional(ShippingInfo),
  marketingConsent: z.boolean(),
});

/**
 * `trackingChanged`: the tracking number changed. The event leaves the number out, because a tracking
 * number leads to the customer's address, and because an admin may enter any text.
 */
const OrderStatusChanged = orderEvent("OrderStatusChanged", {
  from: OrderStatus,
  to: OrderStatus,
  trackingChanged: z.boolean(),
});

/** The order lies ready to be picked up; `ready` is false when an admin took that back. */
const OrderReadyForPickup = orderEvent("OrderReadyForPickup", { ready: z.boolean() });

/** An admin asked for a mail to the customer to be sent again. */
const OrderMailRequested = orderEvent("OrderMailRequested", { mail: StatusMail });

/** `stripeSessionId`: the payment page of an unpaid order, which has to be closed. */
export const OrderCancelled = orderEvent("OrderCancelled", {
  from: OrderStatus,
  restocked: z.boolean(),
  refundRequested: z.boolean(),
  stripeSessionId: z.optional(z.string()),
});

/** Why the shop refunds by itself: the order cannot be fulfilled, or was paid twice. */
export const RefundCause = z.enum([...Unfulfilled.options, "paid-twice"]);
export type RefundCause = z.infer<typeof RefundCause>;

/**
 * A refund of `amount` dollars was requested. `cause` is present when the shop refunds by itself, `stripeReason` when
 * an admin gave one.
 */
export const RefundRequested = orderEvent("RefundRequested", {
  refundId: z.string(),
  amount: Dollars,
  reason: z.string(),
  cause: z.optional(RefundCause),
  stripeReason: z.optional(StripeReason),
  paymentIntentId: z.string(),
});

/** A refund succeeded. `refunded` is the order's sum of refunds, in dollars. */
export const OrderRefunded = orderEvent("OrderRefunded", {
  refundId: z.string(),
  amount: Dollars,
  refunded: Dollars,
  paymentStatus: PaymentStatus,
});

/**
 * A refund failed, perhaps after an OrderRefunded event. `refunded` is the order's sum of successful refunds, in dollars.
 * `announced`: the customer had received a mail about the refund.
 */
export const RefundFailed = orderEvent("RefundFailed", {
  refundId: z.string(),
  amount: Dollars,
  refunded: Dollars,
  paymentStatus: PaymentStatus,
  announced: z.optional(z.boolean()),
});

/**
 * A dispute began, changed its status, or moved money. In dollars: `amount` is disputed, `withdrawn` is the order's sum
 * that disputes take at present, and `lost` the sum that is lost for good.
 */
export const DisputeUpdated = orderEvent("DisputeUpdated", {
  disputeId: z.string(),
  status: Dispute.shape.status,
  amount: Dollars,
  withdrawn: Dollars,
  lost: Dollars,
  paymentStatus: PaymentStatus,
});

/** The stock hold ended without payment, and the stock is available again. */
export const CheckoutExpired = orderEvent("CheckoutExpired", {
  items: z.array(OrderItem),
  reason: z.enum(["expired", "failed", "released", "refused"]),
});

/** The stock of a product or variant fell below the low-stock threshold. `sequence` counts the product's events. */
const StockLow = z.object({
  ...commonFields,
  type: z.literal("StockLow"),
  productId: z.string(),
  variantId: z.optional(z.string()),
  sequence: z.int().check(z.positive()),
  name: z.string(),
  available: z.int(),
});

/** All events by their type. */
export const events = {
  OrderPlaced,
  OrderPaid,
  OrderContact,
  OrderStatusChanged,
  OrderReadyForPickup,
  OrderMailRequested,
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
  OrderReadyForPickup,
  OrderMailRequested,
  OrderCancelled,
  RefundRequested,
  OrderRefunded,
  RefundFailed,
  DisputeUpdated,
  CheckoutExpired,
  StockLow,
]);
/** Events with personal data: not archived, and deleted from the outbox after publishing. */
export const PERSONAL_EVENTS: readonly ShopEvent["type"][] = ["OrderContact"];

export type ShopEvent = z.infer<typeof ShopEvent>;
export type OrderEvent = Exclude<ShopEvent, { type: "StockLow" }>;
