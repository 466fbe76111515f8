import * as z from "zod/mini";
import { Attention } from "./attention.ts";
import { Timestamp } from "./dates.ts";
import { Dollars } from "./money.ts";
import { ORDER_STATUS, OrderStatus, PaymentStatus, Unfulfilled } from "./order-status.ts";

/** Flat shipping fee in dollars, only with non-ticket items and only when the customer asks for it. */
export const SHIPPING_FEE = 10;
export const SHIPPING_METHOD = 1;
export const COUNTRY = "US";
/** Weight on the order: merchandise 1, tickets 0. */
export const weightOf = (category: string): number => (category === "ticket" ? 0 : 1);

export const OrderItem = z.object({
  productId: z.string(),
  variantId: z.optional(z.string()),
  name: z.string(),
  quantity: z.int(),
  size: z.optional(z.string()),
  color: z.optional(z.string()),
  priceEach: Dollars,
  category: z.string(),
  weight: z.number(),
  imageUrl: z.optional(z.string()),
});
export type OrderItem = z.infer<typeof OrderItem>;

export const BillingInfo = z.object({
  firstName: z.string(),
  lastName: z.string(),
  company: z.optional(z.string()),
  email: z.string(),
  phoneNumber: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
});
export type BillingInfo = z.infer<typeof BillingInfo>;

export const ShippingInfo = z.object({
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  method: z.number(),
  cost: Dollars,
});

/** All in dollars. */
export const FinancialInfo = z.object({
  subtotal: Dollars,
  shipping: Dollars,
  total: Dollars,
  refunded: Dollars,
  /** Taken from the shop by disputes that are open or lost; absent when nothing is. */
  withdrawn: z.optional(Dollars),
});

/** What was done to an order, by 'customer', 'stripe', 'shop', or an admin: their e-mail address, or their id where nobody knew it. */
export const HistoryEntry = z.object({
  at: Timestamp,
  by: z.string(),
  what: z.string(),
  from: z.optional(z.union([z.string(), z.number()])),
  to: z.optional(z.union([z.string(), z.number()])),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const Refund = z.object({
  refundId: z.string(),
  amount: Dollars,
  status: z.enum(["requested", "pending", "succeeded", "failed"]),
  reason: z.string(),
  at: Timestamp,
});
export type Refund = z.infer<typeof Refund>;

/**
 * A customer's complaint at their bank. inquiry: the bank asks, no money has moved. open: a chargeback. closed: an
 * inquiry that came to nothing. `withdrawn` is what it takes from the shop at present.
 */
export const Dispute = z.object({
  disputeId: z.string(),
  status: z.enum(["inquiry", "open", "won", "lost", "closed"]),
  amount: Dollars,
  withdrawn: Dollars,
  reason: z.string(),
  at: Timestamp,
});
export type Dispute = z.infer<typeof Dispute>;

/** Mail to the customer's address came back, or they called it spam: nothing is sent there any more. */
export const Undeliverable = z.object({ reason: z.enum(["bounce", "complaint"]), since: Timestamp });
export type Undeliverable = z.infer<typeof Undeliverable>;

/** An order as the admin reads it. */
export const Order = z.object({
  orderId: z.string(),
  orderDate: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  orderStatus: z._default(OrderStatus, ORDER_STATUS.pending),
  paymentStatus: PaymentStatus,
  /** Paid, but there was nothing left to send: all of it goes back. */
  unfulfilled: z.optional(Unfulfilled),
  /** All that is left of the payment was asked back and has not gone yet. */
  refunding: z.optional(z.boolean()),
  billingInfo: z.optional(BillingInfo),
  shippingInfo: z.optional(ShippingInfo),
  items: z.array(OrderItem),
  financialInfo: FinancialInfo,
  stripeSessionId: z.optional(z.string()),
  marketingConsent: z.boolean(),
  tracking: z.optional(z.string()),
  undeliverable: z.optional(Undeliverable),
  refunds: z.array(Refund),
  disputes: z.optional(z.array(Dispute)),
  /** Open causes: while there is one, `paymentStatus` is 'needs-attention'. */
  attention: z.optional(z.array(Attention)),
  version: z.int(),
  history: z.array(HistoryEntry),
});
export type Order = z.infer<typeof Order>;

/** An order as a row of the admin's list. */
export const OrderSummary = z.object({
  orderId: z.string(),
  orderDate: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  orderStatus: z._default(OrderStatus, ORDER_STATUS.pending),
  paymentStatus: PaymentStatus,
  refunding: z.optional(z.boolean()),
  customer: z.object({ name: z.string(), email: z.string() }),
  items: z.array(
    z.object({
      name: z.string(),
      quantity: z.number(),
      size: z.optional(z.string()),
      color: z.optional(z.string()),
    }),
  ),
  total: z.number(),
  version: z.int(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

/** A stored order that cannot be read, and which parts of it ('financialInfo.total'). */
export const BrokenOrder = z.object({ orderId: z.string(), problems: z.array(z.string()) });
export type BrokenOrder = z.infer<typeof BrokenOrder>;

/** What the customer keeps. E-mail and street are absent a day after payment. */
export const Receipt = z.object({
  orderNumber: z.string(),
  date: Timestamp,
  customer: z.object({
    name: z.string(),
    email: z.optional(z.string()),
    address: z.optional(z.string()),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
  }),
  items: z.array(
    z.object({
      name: z.string(),
      size: z.optional(z.string()),
      color: z.optional(z.string()),
      category: z.string(),
      quantity: z.number(),
      priceEach: z.number(),
      lineTotal: z.number(),
    }),
  ),
  subtotal: z.number(),
  shipping: z.number(),
  total: z.number(),
  delivery: z.enum(["ship", "pick-up", "none"]),
  paymentMethod: z.literal("Credit Card"),
  transactionId: z.string(),
  status: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;
