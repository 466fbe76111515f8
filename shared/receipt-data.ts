import * as z from "zod/mini";
import { EventFacts } from "./event-facts.ts";
import { OrderStatus } from "./order-status.ts";
import { Arrival, Delivery } from "./order.ts";
import { Timestamp } from "./timestamp.ts";

/**
 * Why the customer is not told to expect the items. over: the order is cancelled, cannot be fulfilled, or its money went or goes
 * back. disputed: the items wait, because a dispute is open. dispute-lost: a dispute was lost, and the items wait until an admin
 * has decided.
 */
export const NoDelivery = z.enum(["over", "disputed", "dispute-lost"]);
export type NoDelivery = z.infer<typeof NoDelivery>;

/** The customer's receipt, with amounts in dollars. Email address and streets are only in a full receipt (`isFull` in receipt.ts). */
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
  /** Where the order is shipped to; absent if it is not shipped. */
  shipTo: z.optional(
    z.object({
      address: z.optional(z.string()),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
      /** The name of a country that is not the shop's own. */
      country: z.optional(z.string()),
    }),
  ),
  /** The days on which the order is expected. */
  arrives: z.optional(Arrival),
  items: z.array(
    z.object({
      productId: z.string(),
      variantId: z.optional(z.string()),
      name: z.string(),
      size: z.optional(z.string()),
      color: z.optional(z.string()),
      category: z.string(),
      imageUrl: z.optional(z.string()),
      event: z.optional(EventFacts),
      quantity: z.number(),
      priceEach: z.number(),
      lineTotal: z.number(),
      /** The pieces that were paid back; absent if there are none. */
      refunded: z.optional(z.number()),
    }),
  ),
  subtotal: z.number(),
  discount: z.optional(z.number()),
  discountCode: z.optional(z.string()),
  shipping: z.number(),
  tax: z.optional(z.number()),
  total: z.number(),
  /** The refunds that succeeded, in dollars; absent if there are none. */
  refunded: z.optional(z.number()),
  /** What lost disputes returned to the customer, in dollars; absent if nothing. */
  returnedByBank: z.optional(z.number()),
  /** The part of the payment that is in dispute, in dollars; see `disputedPart` in customer-promises.ts. */
  disputed: z.optional(z.number()),
  delivery: Delivery,
  noDelivery: z.optional(NoDelivery),
  /** `code`: holders of tickets get in with the ticket's code. Absent in a stage that issues no tickets. */
  admission: z.optional(z.literal("code")),
  /** True if the payment arrived when an event of the order was over. */
  paidAfterEvent: z.optional(z.boolean()),
  /** Completed means: shipped or picked up, unless the order has only tickets. */
  orderStatus: z.optional(OrderStatus),
  /** True as soon as an order can be picked up. */
  ready: z.optional(z.boolean()),
  paymentMethod: z.enum(["Credit Card", "None, nothing to pay"]),
  /** Stripe's id of the payment; '' until the order is paid, and if there was nothing to pay. */
  transactionId: z.string(),
  /** The status of the payment, in words for the customer. */
  status: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;
