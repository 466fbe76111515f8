import * as z from "zod/mini";
import { Attention, doNotSendFields } from "./attention.ts";
import { CustomerRequest, RequestKind } from "./customer-request.ts";
import { Timestamp } from "./timestamp.ts";
import { EventFacts } from "./event-facts.ts";
import { Dollars } from "./money.ts";
import { OrderNote } from "./order-notes.ts";
import { ORDER_STATUS, OrderStatus, PaymentStatus, UnfulfilledReason } from "./order-status.ts";
import { RefundedParts, StripeReason } from "./refund-reason.ts";

/** `weight` is 1, or 0 for a ticket: it is no weight in grams. */
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

/**
 * A line of an order. `discount` and `tax`: the shares of all its pieces in the order's discount and tax, in dollars.
 * `restocked`: the number of pieces that went back on sale since the payment. `restockedSeats`: the indexes of these pieces
 * in a ticket line, from 0. `event`: a ticket's event as it was when the order was placed.
 */
const OrderLine = z.object({
  ...OrderItem.shape,
  discount: z.optional(Dollars),
  tax: z.optional(Dollars),
  restocked: z.optional(z.int()),
  restockedSeats: z.optional(z.array(z.int())),
  event: z.optional(EventFacts),
});
export type OrderLine = z.infer<typeof OrderLine>;

/** The line as an item of the shop's events, at its full price and without tax. */
export const toEventItem = ({
  restocked: _restocked,
  restockedSeats: _restockedSeats,
  event: _event,
  discount: _discount,
  tax: _tax,
  ...item
}: OrderLine): OrderItem => item;

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

/** The first and the last day ('yyyy-mm-dd') on which an order is expected. */
export const Arrival = z.object({ from: z.string(), to: z.string() });
export type Arrival = z.infer<typeof Arrival>;

export const ShippingInfo = z.object({
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
  method: z.number(),
  cost: Dollars,
  /** The days on which the order is expected, as shown when it was placed; absent if none were shown. */
  arrives: z.optional(Arrival),
});

/**
 * All amounts are in dollars: total = subtotal - discount + shipping + tax. `refunded` and `withdrawn` do not count a second
 * payment. An absent discount or tax is 0. The lines have their shares of discount and tax; the rest of the tax is for
 * shipping.
 */
const FinancialInfo = z.object({
  subtotal: Dollars,
  discount: z.optional(Dollars),
  /** The code that the customer entered for the discount. */
  discountCode: z.optional(z.string()),
  shipping: Dollars,
  tax: z.optional(Dollars),
  total: Dollars,
  refunded: Dollars,
  /** The sum that disputes currently take from the shop; absent if there is none. */
  withdrawn: z.optional(Dollars),
});

/** A change of an order. `by` is 'customer', 'stripe', 'shop', or the email address (or user id) of an admin or of door staff. */
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
  /** What an admin chose to refund; absent if nobody chose parts. */
  ...RefundedParts.shape,
  stripeReason: z.optional(StripeReason),
  note: z.optional(z.string()),
  /** Stripe's id of the refunded payment. If the customer paid twice, it may differ from the order's own. */
  paymentIntentId: z.optional(z.string()),
});
export type Refund = z.infer<typeof Refund>;

/**
 * A payment that the customer disputes at the bank. inquiry: the bank asks, and no money has moved. open: a
 * chargeback. closed: an inquiry that ended without a chargeback, or a dispute that was prevented before it moved money.
 * `withdrawn` is the sum that the dispute currently takes from the shop.
 */
export const Dispute = z.object({
  disputeId: z.string(),
  status: z.enum(["inquiry", "open", "won", "lost", "closed"]),
  amount: Dollars,
  withdrawn: Dollars,
  reason: z.string(),
  at: Timestamp,
  /** Stripe's id of the disputed payment. If the customer paid twice, it may differ from the order's own. */
  paymentIntentId: z.optional(z.string()),
});
export type Dispute = z.infer<typeof Dispute>;

/** Mail to the customer bounced permanently or was marked as spam, so the shop sends no more mail to the customer. */
export const Undeliverable = z.object({ reason: z.enum(["bounce", "complaint"]), since: Timestamp });
export type Undeliverable = z.infer<typeof Undeliverable>;

/**
 * The personal data of an order was erased at the customer's request. The state and country of the billing address stay for
 * tax; the state is '' if the customer gave none.
 */
const Erased = z.object({ at: Timestamp, state: z.string(), country: z.string() });

/** An order as the back office shows it. */
export const Order = z.object({
  orderId: z.string(),
  /** The number for people, such as 'BV-1042'. Absent in orders that are older than the numbers. */
  orderNumber: z.optional(z.string()),
  orderDate: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  orderStatus: z._default(OrderStatus, ORDER_STATUS.pending),
  paymentStatus: PaymentStatus,
  /** Set when the order is paid but cannot be fulfilled. The whole payment is then refunded. */
  unfulfilled: z.optional(UnfulfilledReason),
  /**
   * True while a refund of all the remaining money is requested and not complete; of an `unfulfilled` order, while any refund
   * is.
   */
  refunding: z.optional(z.boolean()),
  /** True while the shop still has the money of a cancelled or unfulfilled order because the refund failed. */
  refundFailed: z.optional(z.boolean()),
  /** True while a dispute over the payment of a cancelled or unfulfilled order is open, so that it cannot be refunded. */
  moneyDisputed: z.optional(z.boolean()),
  billingInfo: z.optional(BillingInfo),
  shippingInfo: z.optional(ShippingInfo),
  items: z.array(OrderLine),
  financialInfo: FinancialInfo,
  stripeSessionId: z.optional(z.string()),
  /** Stripe's id of the payment, `pi_…`. Absent until the order is paid, and if there was nothing to pay. */
  paymentIntentId: z.optional(z.string()),
  /**
   * Whether the customer consented to the newsletter, and confirmed the consent if the stage asks for that.
   */
  marketingConsent: z.boolean(),
  /** True until the customer confirms the consent; absent if the consent needs no confirmation. */
  consentWaits: z.optional(z.boolean()),
  tracking: z.optional(z.string()),
  /** When the order was packed, or made ready to be picked up; absent while it is neither. */
  packedAt: z.optional(Timestamp),
  /** Whether the order was made ready to be picked up. Stays true when it is completed, not when it is cancelled. */
  ready: z.optional(z.boolean()),
  undeliverable: z.optional(Undeliverable),
  erased: z.optional(Erased),
  refunds: z.array(Refund),
  disputes: z.optional(z.array(Dispute)),
  /** Why a person has to look at the order. While a cause is open, `paymentStatus` is 'needs-attention'. */
  attention: z.optional(z.array(Attention)),
  version: z.int(),
  history: z.array(HistoryEntry),
  /** Oldest first. Notes are never sent in a mail, a receipt, an event or the CSV file. */
  notes: z.optional(z.array(OrderNote)),
  /** What the customer asked for on the order's page, oldest first. */
  requests: z.optional(z.array(CustomerRequest)),
});
export type Order = z.infer<typeof Order>;

/** How the customer gets the order. none: only tickets, which need neither a parcel nor a pick-up. */
export const Delivery = z.enum(["ship", "pick-up", "none"]);
export type Delivery = z.infer<typeof Delivery>;

/** A row of the back office's list of orders. */
export const OrderSummary = z.object({
  orderId: z.string(),
  orderNumber: z.optional(z.string()),
  orderDate: Timestamp,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  orderStatus: z._default(OrderStatus, ORDER_STATUS.pending),
  paymentStatus: PaymentStatus,
  refunding: z.optional(z.boolean()),
  erased: z.optional(z.boolean()),
  /** Absent in rows that an older version wrote, like `ready` and `tracking`. */
  delivery: z.optional(Delivery),
  ready: z.optional(z.boolean()),
  packed: z.optional(z.boolean()),
  /** All items except tickets are refunded or back in stock. */
  nothingToPack: z.optional(z.boolean()),
  tracking: z.optional(z.string()),
  /** Whether an item is a ticket. Absent in old rows too. */
  hasTicket: z.optional(z.boolean()),
  customer: z.object({
    name: z.string(),
    email: z.string(),
    /** Phone number and billing address: for the search and the CSV file. Absent in old rows too. */
    phone: z.optional(z.string()),
    address: z.optional(z.string()),
  }),
  /** Where the order is shipped to. */
  shipTo: z.optional(z.string()),
  items: z.array(
    z.object({
      name: z.string(),
      quantity: z.number(),
      size: z.optional(z.string()),
      color: z.optional(z.string()),
    }),
  ),
  total: z.number(),
  /** The kinds of the customer's requests that nobody has answered. Absent if there are none. */
  asks: z.optional(z.array(RequestKind)),
  /** Why the items must not be sent (see `doNotSendCauseOf`). Absent in rows that an older version wrote. */
  ...doNotSendFields,
  /** The parts of the total, and the refunded sum, in dollars. Absent if zero. */
  discount: z.optional(z.number()),
  discountCode: z.optional(z.string()),
  shipping: z.optional(z.number()),
  tax: z.optional(z.number()),
  refunded: z.optional(z.number()),
  /** What lost disputes took from the shop, in dollars. Absent if nothing. */
  lost: z.optional(z.number()),
  version: z.int(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

/** A stored order with invalid fields. `problems` has the paths of these fields ('financialInfo.total'). */
export const BrokenOrder = z.object({ orderId: z.string(), problems: z.array(z.string()) });
export type BrokenOrder = z.infer<typeof BrokenOrder>;
