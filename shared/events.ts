import * as z from "zod/mini";
import { DoNotSendCause } from "./attention.ts";
import { RequestKind, RequestState } from "./customer-request.ts";
import { DifferencesFound } from "./books-events.ts";
import { orderEvent, versionedOrderEvent, stockEvent } from "./event-schemas.ts";
import type { EventType } from "./event-types.ts";
import { Timestamp } from "./timestamp.ts";
import { Dollars } from "./money.ts";
import { BillingInfo, Dispute, OrderItem, ShippingInfo } from "./order.ts";
import { OrderStatus, PaymentStatus } from "./order-status.ts";
import { AutomaticRefundCause, StripeReason } from "./refund-reason.ts";
import { StatusMail } from "./status-mail.ts";
import { TicketCheckedIn, TicketIssued, TicketVoided } from "./ticket-events.ts";

/** The EventBridge source of the shop's events. */
export const EVENT_SOURCE = "shop.orders";
/** The EventBridge source of Stripe's events. */
export const STRIPE_SOURCE = "stripe";

/** The amounts of an order without discount and tax, in dollars: total = subtotal + shipping. */
const Amounts = z.object({
  subtotal: Dollars,
  shipping: Dollars,
  total: Dollars,
  refunded: Dollars,
  withdrawn: z.optional(Dollars),
});
/** total = subtotal - discount + shipping + tax. */
const TaxedAmounts = z.object({
  ...Amounts.shape,
  discount: Dollars,
  discountCode: z.optional(z.string()),
  tax: Dollars,
});
/** `discount` and `tax` are in dollars, for all the pieces of the item. */
const TaxedItem = z.object({ ...OrderItem.shape, discount: Dollars, tax: Dollars });

const VERSION_2_NOTE =
  "Version 2 is of an order with a discount or tax, which version 1 never has. The items have their shares of both in dollars, for all their pieces; the rest of the tax is for shipping.";

const placedFields = { items: z.array(OrderItem), financialInfo: Amounts, holdEndsAt: Timestamp };
const PLACED_DESCRIPTION = "Stock is held for the order, and the payment page is about to open.";
export const OrderPlaced = z.discriminatedUnion("version", [
  orderEvent("OrderPlaced", PLACED_DESCRIPTION, placedFields),
  versionedOrderEvent(2, "OrderPlaced", `${PLACED_DESCRIPTION} ${VERSION_2_NOTE}`, {
    ...placedFields,
    items: z.array(TaxedItem),
    financialInfo: TaxedAmounts,
  }),
]);

const paidFields = {
  items: z.array(OrderItem),
  financialInfo: Amounts,
  paymentStatus: PaymentStatus,
  /** The number for people, such as 'BV-1042'. */
  orderNumber: z.optional(z.string()),
};
const PAID_DESCRIPTION =
  "The order is paid. Contains the data for accounting, without personal data. orderNumber: the short number that the customer and the back office see; older orders have none.";
export const OrderPaid = z.discriminatedUnion("version", [
  orderEvent("OrderPaid", PAID_DESCRIPTION, paidFields),
  versionedOrderEvent(
    2,
    "OrderPaid",
    `${PAID_DESCRIPTION} total = subtotal - discount + shipping + tax. ${VERSION_2_NOTE}`,
    {
      ...paidFields,
      items: z.array(TaxedItem),
      financialInfo: TaxedAmounts,
    },
  ),
]);

const OrderContact = orderEvent(
  "OrderContact",
  "The customer's name, addresses, phone and consent, for fulfilment and mailing lists. Follows OrderPaid with the next sequence number. Another one comes when the customer has changed the address or gives the consent later; the latest counts. It is personal data: not archived, deleted by the shop after publishing, and never replayed. Without shippingInfo, nothing is shipped.",
  {
    billingInfo: BillingInfo,
    shippingInfo: z.optional(ShippingInfo),
    marketingConsent: z.boolean(),
  },
);

export const OrderStatusChanged = orderEvent(
  "OrderStatusChanged",
  "An admin, or for a pick-up the team at the door, changed the status (1 pending, 2 completed, 3 cancelled) or the tracking number. A cancellation has OrderCancelled instead. trackingChanged: the tracking number changed; the number itself is left out, because it leads to the customer's address.",
  {
    from: OrderStatus,
    to: OrderStatus,
    trackingChanged: z.boolean(),
  },
);

const OrderReadyForPickup = orderEvent(
  "OrderReadyForPickup",
  "The order is ready to be picked up; ready is false when an admin took that back.",
  { ready: z.boolean() },
);

const OrderMailRequested = orderEvent(
  "OrderMailRequested",
  "An admin asked for a mail to the customer to be sent again.",
  { mail: StatusMail },
);

const OrderRequestUpdated = orderEvent(
  "OrderRequestUpdated",
  "The customer asked for something on the order's page, or it was answered. kind: cancel, problem, or address (the customer has changed the address; OrderContact follows). If an admin cancels the order as the customer asked, only OrderCancelled says so. The texts are left out, because they may be personal data.",
  { requestId: z.string(), kind: RequestKind, state: RequestState },
);

export const OrderCancelled = orderEvent(
  "OrderCancelled",
  "An admin, or the customer before the parcel was packed, cancelled the order. stripeSessionId: the payment page of an unpaid order, which has to be closed.",
  {
    from: OrderStatus,
    restocked: z.boolean(),
    refundRequested: z.boolean(),
    stripeSessionId: z.optional(z.string()),
  },
);

export const RefundRequested = orderEvent(
  "RefundRequested",
  "A refund of amount dollars was requested, or was made in Stripe's dashboard and is pending. cause: present when the shop refunds by itself; stripeReason: present when an admin gave one, or the customer cancelled. items: the pieces that the refund is for, at their full price and without tax; they are not to be sent unless the refund fails (RefundFailed). Absent if the refund is for no certain pieces. restocked: the pieces that were put back in stock with the request; they are not to be sent, also if the refund fails.",
  {
    refundId: z.string(),
    amount: Dollars,
    reason: z.string(),
    cause: z.optional(AutomaticRefundCause),
    stripeReason: z.optional(StripeReason),
    paymentIntentId: z.string(),
    items: z.optional(z.array(OrderItem)),
    restocked: z.optional(z.array(OrderItem)),
  },
);

const refundedFields = {
  refundId: z.string(),
  amount: Dollars,
  refunded: Dollars,
  paymentStatus: PaymentStatus,
  items: z.optional(z.array(OrderItem)),
  shipping: z.optional(Dollars),
};
const REFUNDED_DESCRIPTION =
  "A refund succeeded. refunded: the order's sum of refunds, in dollars. items: the refunded pieces, and shipping: the refunded shipping in dollars; without both, amount is not for certain parts. amount can differ from the price of the parts.";
export const OrderRefunded = z.discriminatedUnion("version", [
  orderEvent("OrderRefunded", REFUNDED_DESCRIPTION, refundedFields),
  versionedOrderEvent(
    2,
    "OrderRefunded",
    `${REFUNDED_DESCRIPTION} Version 2 is of an order with a discount or tax: the price of the parts is priceEach times quantity, less discount, plus tax, and shipping plus shippingTax, all in dollars.`,
    {
      ...refundedFields,
      items: z.optional(z.array(TaxedItem)),
      shippingTax: z.optional(Dollars),
    },
  ),
]);

export const RefundFailed = orderEvent(
  "RefundFailed",
  "A refund failed, perhaps after an OrderRefunded event. refunded: the order's sum of successful refunds, in dollars. announced: the customer had received a mail about the refund.",
  {
    refundId: z.string(),
    amount: Dollars,
    refunded: Dollars,
    paymentStatus: PaymentStatus,
    announced: z.optional(z.boolean()),
  },
);

export const DisputeUpdated = orderEvent(
  "DisputeUpdated",
  "A dispute began, changed its status, or moved money. In dollars: amount is disputed, withdrawn is the order's sum that disputes take at present, and lost the sum that is lost for good.",
  {
    disputeId: z.string(),
    status: Dispute.shape.status,
    amount: Dollars,
    withdrawn: Dollars,
    lost: Dollars,
    paymentStatus: PaymentStatus,
  },
);

const FulfilmentHoldChanged = orderEvent(
  "FulfilmentHoldChanged",
  "The bank's reason not to send the items began, changed or ended. doNotSend: why the items must not be sent; absent: the bank is no reason any more. An order that is cancelled or refunded is not sent in any case.",
  { doNotSend: z.optional(DoNotSendCause) },
);

export const CheckoutExpired = orderEvent(
  "CheckoutExpired",
  "The stock hold ended without payment, and the stock is available again.",
  {
    items: z.array(OrderItem),
    reason: z.enum(["expired", "failed", "released", "refused"]),
  },
);

const StockLow = stockEvent(
  "StockLow",
  "The stock of a product or variant in the store fell below the low-stock threshold; not emitted for an archived product. sequence counts the product's events.",
);

const StockBack = stockEvent(
  "StockBack",
  "A sold-out product or variant in the store has pieces for sale again: they were restocked, or a checkout that held them ended. Emitted once for each return. available: the pieces when the event was written; they may be gone by now. sequence counts the product's events, together with StockLow.",
);

const ConsentWithdrawn = orderEvent(
  "ConsentWithdrawn",
  "The customer of this order wants no news and offers any more. Remove the address that its OrderContact named from mailing lists.",
  {},
);

const OrderErased = orderEvent(
  "OrderErased",
  "The customer's personal data was erased at the customer's request, and a consent to news ended with it. Delete every copy of the order's OrderContact, and of what was made from it.",
  {},
);

/** All events by their type. */
export const events = {
  OrderPlaced,
  OrderPaid,
  OrderContact,
  OrderStatusChanged,
  OrderReadyForPickup,
  OrderMailRequested,
  OrderRequestUpdated,
  OrderCancelled,
  RefundRequested,
  OrderRefunded,
  RefundFailed,
  DisputeUpdated,
  FulfilmentHoldChanged,
  CheckoutExpired,
  ConsentWithdrawn,
  OrderErased,
  TicketIssued,
  TicketVoided,
  TicketCheckedIn,
  StockLow,
  StockBack,
  DifferencesFound,
} as const satisfies Record<EventType, z.core.$ZodType>;

type EventSchema = (typeof events)[EventType];
export const ShopEvent = z.discriminatedUnion(
  "type",
  Object.values(events) as [EventSchema, ...EventSchema[]],
);

export type ShopEvent = z.infer<typeof ShopEvent>;
export type TicketEvent = z.infer<typeof TicketIssued | typeof TicketVoided | typeof TicketCheckedIn>;
export type OrderEvent = Exclude<
  ShopEvent,
  TicketEvent | { type: "StockLow" | "StockBack" | "DifferencesFound" }
>;
