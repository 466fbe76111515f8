import * as z from "zod/mini";
import { Timestamp } from "./dates.ts";

/** The kinds of differences, each with what it means and what an admin should do. */
export const DIFFERENCES = {
  "payment-not-recorded":
    "Stripe has a payment that the order lacks. Open the order, and compare it with Stripe.",
  "payment-differs":
    "Stripe took another amount than the order's total. Refund the difference, or ask for it.",
  "payment-without-order":
    "Stripe has a payment of this shop whose order is gone. Restore the order, or refund it.",
  "payment-unknown-at-stripe": "The order is paid, but Stripe does not know the payment. Do not ship it yet.",
  "refund-not-recorded":
    "Stripe has a refund that the order lacks. Open the order, and compare it with Stripe.",
  "refund-differs":
    "The refund has another amount or status at Stripe. Compare both, and correct it at Stripe.",
  "refund-not-made": "A refund was requested hours ago, and Stripe has not got it. Read the dead letters.",
  "refund-unknown-at-stripe":
    "The order lists a refund that Stripe does not know. Refund the customer at Stripe.",
  "dispute-not-recorded": "Stripe reports a dispute that the order lacks. Open the dispute at Stripe.",
  "dispute-unknown-at-stripe": "The order lists a dispute that Stripe does not know. Check it at Stripe.",
  "session-open": "The payment page is open, but its pieces are on sale again. Close the page at Stripe.",
  "hold-outlived-session": "Pieces are held for an order whose time to pay is over.",
  "pieces-held-without-order": "Pieces are held for a checkout that has ended. Correct the product's stock.",
  "held-differs": "The count of held pieces is not the sum of the holds. Correct the product's stock.",
  "sold-differs": "The count of sold pieces is not the sum of the orders. Count the stock.",
  "sale-not-counted": "A paid order is missing in the analytics. Read the dead letters of count-sales.",
  "sale-differs": "The analytics count another amount for the order. Read the dead letters of count-sales.",
  "day-differs": "The figures of a day are not the sum of its orders.",
} as const;
type Kind = keyof typeof DIFFERENCES;
export const isKind = (text: string): text is Kind => Object.hasOwn(DIFFERENCES, text);

/**
 * A difference between the shop's orders and Stripe, the stock or the figures. `shop` and `other` are dollars, or
 * numbers of pieces for stock; absent where no number differs.
 */
export const Difference = z.object({
  kind: z.enum(Object.keys(DIFFERENCES) as [Kind, ...Kind[]]),
  orderId: z.optional(z.string()),
  /** The id of the session, refund or dispute at Stripe. */
  stripeId: z.optional(z.string()),
  productId: z.optional(z.string()),
  variantId: z.optional(z.string()),
  day: z.optional(z.string()),
  shop: z.optional(z.number()),
  other: z.optional(z.number()),
});
export type Difference = z.infer<typeof Difference>;

/** The result of a comparison. At most 50 of the `repaired` and of the `open` differences are listed. */
export const BooksResult = z.object({
  startedAt: Timestamp,
  finishedAt: Timestamp,
  /** Orders and payments since this time were compared; refunds and disputes since earlier times. */
  since: Timestamp,
  /** Up to this time; earlier than `startedAt` if the time was up. The next run continues there. */
  until: Timestamp,
  counted: z.object({
    orders: z.int(),
    sessions: z.int(),
    refunds: z.int(),
    disputes: z.int(),
    products: z.int(),
  }),
  /** When the sold pieces of all products were last compared with all orders. */
  soldComparedAt: z.optional(Timestamp),
  repairedCount: z.int(),
  repaired: z.array(Difference),
  openCount: z.int(),
  open: z.array(Difference),
});
export type BooksResult = z.infer<typeof BooksResult>;

/** The same difference in two runs has the same text. */
export const differenceKey = ({ kind, orderId, stripeId, productId, variantId, day }: Difference): string =>
  [kind, orderId, stripeId, productId, variantId, day].join(" ");
