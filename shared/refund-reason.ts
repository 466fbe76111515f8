import * as z from "zod/mini";
import { Dollars } from "./money.ts";
import { UnfulfilledReason } from "./order-status.ts";
import { optionalLine } from "./text.ts";

/** Why the shop refunds although nobody asked for it: a reason why the order cannot be fulfilled, or a second payment. */
export const AutomaticRefundCause = z.enum([...UnfulfilledReason.options, "paid-twice"]);
export type AutomaticRefundCause = z.infer<typeof AutomaticRefundCause>;

/** The reasons that a request to Stripe can give for a refund. https://docs.stripe.com/api/refunds/create */
export const StripeReason = z.enum(["requested_by_customer", "duplicate", "fraudulent"]);
export type StripeReason = z.infer<typeof StripeReason>;

export const STRIPE_REASON_LABEL = {
  requested_by_customer: "Requested by the customer",
  duplicate: "Duplicate payment",
  fraudulent: "Fraudulent payment",
} as const satisfies Record<StripeReason, string>;

/** The longest note about a refund, in characters. */
export const MAX_REFUND_NOTE_LENGTH = 200;

/** The fields with the admin's reason, in a request to refund. The note is not sent to Stripe. */
export const refundReasonFields = {
  stripeReason: z.optional(StripeReason),
  note: z.optional(optionalLine(MAX_REFUND_NOTE_LENGTH)),
};
/** Why an admin, or a customer who cancels, wants the refund. */
export type RefundReason = { stripeReason?: StripeReason | undefined; note?: string | undefined };

/**
 * Some pieces of one line of an order. `line` is the index in the order's items. `seats`: for a ticket line, the indexes of
 * the pieces, from 0; their tickets become void.
 */
export const LinePieces = z.object({
  line: z.int().check(z.nonnegative()),
  quantity: z.int().check(z.positive("Must be more than zero")),
  seats: z.optional(z.array(z.int().check(z.nonnegative()))),
});
export type LinePieces = z.infer<typeof LinePieces>;

/** Pieces that a refund pays back, with their shares of the line's discount and tax in dollars. Absent shares are 0. */
export const RefundedLine = z.object({
  ...LinePieces.shape,
  discount: z.optional(Dollars),
  tax: z.optional(Dollars),
});
export type RefundedLine = z.infer<typeof RefundedLine>;

/** The pieces that an admin chooses in a request, to refund them or to put them back in stock. */
export const linePiecesField = z.optional(z.array(LinePieces).check(z.minLength(1), z.maxLength(40)));

/** The parts of an order that a refund pays back. */
export const RefundedParts = z.object({
  lines: z.optional(z.array(RefundedLine)),
  shipping: z.optional(z.boolean()),
});
export type RefundedParts = z.infer<typeof RefundedParts>;

/** 'Requested by the customer: too small'; '' without a reason. */
export const reasonText = ({ stripeReason, note = "" }: RefundReason): string =>
  [stripeReason ? STRIPE_REASON_LABEL[stripeReason] : "", note].filter(Boolean).join(": ");

/** The reason of a request, without what the admin left empty. */
export const givenReason = ({ stripeReason, note }: RefundReason): RefundReason => ({
  ...(stripeReason ? { stripeReason } : {}),
  ...(note ? { note } : {}),
});
