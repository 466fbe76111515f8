import * as z from "zod/mini";
import { catalogApi } from "./api-catalog.ts";
import { contactApi } from "./api-contact.ts";
import { discountMessages } from "./discount-messages.ts";
import type { Endpoint } from "./endpoint.ts";
import { AutomaticRefundCause } from "./refund-reason.ts";
import { OrderData } from "./order-data.ts";
import { ProductId } from "./product-id.ts";
import { Receipt } from "./receipt-data.ts";
import { atMostCharacters, optionalLine } from "./text.ts";
import { Proof } from "./proof-of-work.ts";
import { TicketView } from "./tickets/ticket.ts";

const SessionId = z.string("Session id is required").check(z.regex(/^cs_[\w-]{4,250}$/, "Not a session id"));
/** A return URL. Stripe accepts at most 5,000 characters. https://docs.stripe.com/api/checkout/sessions/create */
const Url = z.string().check(atMostCharacters(5000));

/** In dollars. */
const Amount = z.number().check(z.gte(0), z.lte(10_000_000));
/** The limits of an item's quantity in order-data.ts. */
const Quantity = z.int().check(z.gte(1), z.lte(99));

/** The endpoints for products, checkout, payment, contact and Stripe's events. Other files have more endpoints that need no sign-in. */
export const publicApi = {
  ...catalogApi,
  ...contactApi,
  createCheckoutSession: {
    method: "POST",
    path: "/api/checkout/sessions",
    access: "public",
    handledBy: "checkout-api",
    summary: "Holds the stock of an order and opens its payment page",
    status: 200,
    body: z.object({
      orderData: OrderData,
      successUrl: z.optional(Url),
      cancelUrl: z.optional(Url),
      proof: z.optional(Proof),
    }),
    output: z.object({ orderId: z.string(), sessionId: z.string(), url: z.string() }),
  },
  quoteDiscount: {
    method: "POST",
    path: "/api/checkout/discounts",
    access: "public",
    handledBy: "checkout-api",
    summary: "What a discount code takes off a cart",
    status: 200,
    body: z.object({
      code: z
        .string("Enter a code")
        .check(z.minLength(1, "Enter a code"), z.maxLength(60, discountMessages.unknown)),
      items: z.array(z.object({ id: ProductId, q: Quantity })).check(z.minLength(1), z.maxLength(40)),
    }),
    /** `discount`: the whole discount, `shares`: each item's part, both in dollars. `terms`: such as '10% off Shirts'. */
    output: z.object({
      code: z.string(),
      discount: z.number(),
      shares: z.array(z.number()),
      terms: z.string(),
    }),
  },
  calculateTax: {
    method: "POST",
    path: "/api/checkout/tax",
    access: "public",
    handledBy: "checkout-api",
    summary: "The sales tax of a cart, for the page; the order's own tax is calculated again",
    status: 200,
    body: z.object({
      /** `amount`: the price of all pieces of the line after a discount, in dollars. */
      lines: z
        .array(z.object({ category: z.string().check(z.maxLength(60)), quantity: Quantity, amount: Amount }))
        .check(z.minLength(1), z.maxLength(40)),
      shipping: Amount,
      /** Where the goods are shipped; absent if nothing is shipped. */
      ship: z.optional(
        z.object({
          addr: optionalLine(320),
          city: optionalLine(100),
          state: optionalLine(100),
          zip: optionalLine(100),
          country: z.string().check(z.regex(/^[A-Z]{2}$/, "Country must be a code of two letters")),
        }),
      ),
    }),
    /** In dollars. */
    output: z.object({ tax: z.number() }),
  },
  releaseCheckoutSession: {
    method: "DELETE",
    path: "/api/checkout/sessions/{sessionId}",
    access: "public",
    handledBy: "checkout-api",
    summary: "Closes an unpaid payment page and releases its stock",
    status: 204,
  },
  verifyPayment: {
    method: "POST",
    path: "/api/payments/verify",
    access: "public",
    handledBy: "checkout-api",
    summary: "The state of a payment, with its receipt",
    status: 200,
    body: z.object({ sessionId: SessionId }),
    output: z.object({
      orderId: z.string(),
      /**
       * refunding: the payment goes back to the customer, and a refund is not complete yet. refund-failed: the order
       * was cancelled or cannot be fulfilled, and its refund failed. disputed: the order
       * was cancelled or cannot be fulfilled, and its refund waits until the customer's bank has decided a dispute.
       */
      paymentStatus: z.enum([
        "paid",
        "unpaid",
        "failed",
        "expired",
        "refunding",
        "refund-failed",
        "disputed",
        "refunded",
      ]),
      /** Why the payment is refunded: the order cannot be fulfilled, was cancelled, or was already paid. */
      reason: z.optional(AutomaticRefundCause),
      receipt: Receipt,
      /**
       * The tickets of the order that were issued so far; issuing takes some seconds. Absent if the order has no tickets, if
       * the stage issues none, and later than a day after the payment, because the session's id may have leaked.
       */
      tickets: z.optional(z.array(TicketView)),
      /**
       * The code with which the order is picked up. Absent if the stage issues no tickets, later than a day after the payment, and
       * if the order is not waiting to be picked up.
       */
      pickUpCode: z.optional(z.string()),
    }),
  },
  emailReceipt: {
    method: "POST",
    path: "/api/receipts/email",
    access: "public",
    handledBy: "checkout-api",
    summary:
      "Mails the receipt, or the notice that the order cannot be fulfilled, to the order's own address; 409 within a minute of the last request",
    status: 202,
    body: z.object({ sessionId: SessionId }),
    output: z.object({ sent: z.literal(true) }),
  },
  stripeWebhook: {
    method: "POST",
    path: "/api/webhooks/stripe",
    access: "signed",
    handledBy: "stripe-webhook",
    summary: "Stripe's signed events, put on the bus",
    status: 200,
    output: z.object({ received: z.literal(true) }),
  },
} as const satisfies Record<string, Endpoint>;
