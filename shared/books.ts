import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";

/** The kinds of differences. See books-texts.ts for what they mean. */
export const DifferenceKind = z.enum([
  "payment-not-recorded",
  "payment-differs",
  "payment-without-order",
  "payment-unknown-at-stripe",
  "refund-not-recorded",
  "refund-differs",
  "refund-not-made",
  "refund-unknown-at-stripe",
  "dispute-not-recorded",
  "dispute-unknown-at-stripe",
  "session-open",
  "hold-outlived-session",
  "pieces-held-without-order",
  "held-differs",
  "sold-differs",
  "sale-not-counted",
  "sale-differs",
  "tax-not-recorded",
  "day-differs",
  "order-unreadable",
]);
export type DifferenceKind = z.infer<typeof DifferenceKind>;

/**
 * A difference between the shop's orders and Stripe, the stock or the analytics. If amounts differ (in dollars), `shop` is the
 * amount in the orders, and `other` the amount at Stripe or in the analytics. If numbers of pieces differ, `shop` is the number
 * in the stock, and `other` the number in the orders or holds. A payment without an order has only `other`. In other cases both are
 * absent.
 */
export const Difference = z.object({
  kind: DifferenceKind,
  orderId: z.optional(z.string()),
  /** The id of the session, refund or dispute at Stripe; of a refund that was not made, the shop's id. */
  stripeId: z.optional(z.string()),
  productId: z.optional(z.string()),
  variantId: z.optional(z.string()),
  /** 'yyyy-mm-dd', if the analytics of a day differ. */
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
  /**
   * Orders and payments up to this time were compared. This time is earlier than `startedAt` if the run ran
   * out of time; the next run then continues.
   */
  until: Timestamp,
  counted: z.object({
    orders: z.int(),
    sessions: z.int(),
    refunds: z.int(),
    disputes: z.int(),
    products: z.int(),
  }),
  /** When the last comparison of sold pieces started to read the orders. */
  soldComparedAt: z.optional(Timestamp),
  /**
   * The number of products and variants that the last comparison of sold pieces left out, because their orders had
   * changed or their stock was unsettled. The next run tries again.
   */
  soldSkipped: z.optional(z.int()),
  repairedCount: z.int(),
  repaired: z.array(Difference),
  openCount: z.int(),
  open: z.array(Difference),
});
export type BooksResult = z.infer<typeof BooksResult>;

/** Whether the run ran out of time before all orders and payments were compared. */
export const hasEndedEarly = ({ startedAt, until }: BooksResult): boolean =>
  Date.parse(until) < Date.parse(startedAt);

/** A key by which a difference is recognized again in a later run. */
export const differenceKey = ({ kind, orderId, stripeId, productId, variantId, day }: Difference): string =>
  [kind, orderId, stripeId, productId, variantId, day].join(" ");
