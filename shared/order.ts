import * as z from "zod/mini";
import { Timestamp } from "./dates.ts";
import { Dollars } from "./money.ts";
import { ORDER_STATUS, OrderStatus, PaymentStatus } from "./order-status.ts";

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
  billingInfo: z.optional(BillingInfo),
  shippingInfo: z.optional(ShippingInfo),
  items: z.array(OrderItem),
  financialInfo: FinancialInfo,
  stripeSessionId: z.optional(z.string()),
  marketingConsent: z.boolean(),
  tracking: z.optional(z.string()),
  undeliverable: z.optional(Undeliverable),
  refunds: z.array(Refund),
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
