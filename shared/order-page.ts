/** What the customer's order page shows. */
import * as z from "zod/mini";
import { CustomerRequest } from "./customer-request.ts";
import { Dollars } from "./money.ts";
import { BillingInfo, Refund, ShippingInfo } from "./order.ts";
import { Receipt } from "./receipt-data.ts";
import { Timestamp } from "./timestamp.ts";
import { TicketView } from "./tickets/ticket.ts";

/** What has happened to an order. `completed`: an order that is neither sent nor picked up, such as tickets. */
export const OrderStep = z.enum(["paid", "packed", "ready", "sent", "picked-up", "completed", "cancelled"]);
export type OrderStep = z.infer<typeof OrderStep>;

export const OrderPage = z.object({
  receipt: Receipt,
  /**
   * Whether the page shows and allows everything: for a day after the payment; later only if the customer has confirmed the
   * email address of the order with a code.
   */
  isConfirmed: z.boolean(),
  /** Oldest first. */
  steps: z.array(z.object({ step: OrderStep, at: Timestamp })),
  refunded: Dollars,
  /** `parts`: what is paid back, '1 × Tee (M), shipping'; absent for a refund without chosen parts. */
  refunds: z.array(
    z.object({
      amount: Dollars,
      status: Refund.shape.status,
      at: Timestamp,
      parts: z.optional(z.string()),
    }),
  ),
  tickets: z.optional(z.array(TicketView)),
  pickUpCode: z.optional(z.string()),
  tracking: z.optional(z.string()),
  /** The name and the address on the parcel; absent if the order is not shipped, or `isConfirmed` is false. */
  shipTo: z.optional(
    z.object({
      ...z.pick(BillingInfo, { firstName: true, lastName: true }).shape,
      ...z.pick(ShippingInfo, { address: true, city: true, state: true, zipCode: true, country: true }).shape,
    }),
  ),
  /** The actions that are allowed now. `cancel`: 'ask' the team to cancel, or 'do' (cancel without the team). */
  may: z.object({
    cancel: z.optional(z.enum(["ask", "do"])),
    changeAddress: z.optional(z.boolean()),
    write: z.optional(z.boolean()),
  }),
  /** Newest first; without the names of admins. Empty if `isConfirmed` is false. */
  requests: z.array(
    z.extend(CustomerRequest, { answer: z.optional(z.object({ at: Timestamp, text: z.string() })) }),
  ),
});
export type OrderPage = z.infer<typeof OrderPage>;
