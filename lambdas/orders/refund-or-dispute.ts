import * as z from "zod/mini";

/** The id of an object that Stripe sends as an id or as the whole object. https://docs.stripe.com/api/expanding_objects */
export const ExpandableId = z.union([
  z.string(),
  z.pipe(
    z.object({ id: z.string() }),
    z.transform(({ id }) => id),
  ),
]);

/** The fields of a refund that the shop reads. https://docs.stripe.com/api/refunds/object */
const Refund = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.nullable(z.string()),
  payment_intent: z.nullable(ExpandableId),
  metadata: z.nullish(z.object({ refundId: z.optional(z.string()) })),
});

/** The fields of a dispute that the shop reads. https://docs.stripe.com/api/disputes/object */
const Dispute = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  reason: z.string(),
  payment_intent: z.nullable(ExpandableId),
  balance_transactions: z._default(z.array(z.object({ amount: z.int(), currency: z.string() })), []),
});

/**
 * The fields of an early fraud warning that the shop reads: the card's bank reports that the payment may be fraud.
 * https://docs.stripe.com/api/radar/early_fraud_warnings/object
 */
const FraudWarning = z.object({
  id: z.string(),
  actionable: z.boolean(),
  payment_intent: z.nullish(ExpandableId),
});

const commonFields = { id: z.string(), paymentIntentId: z.string() };

/** A Stripe event about a refund, a dispute or an early fraud warning, with the fields that the shop uses. Amounts in cents. */
export const RefundOrDisputeEvent = z.discriminatedUnion("about", [
  z.object({
    ...commonFields,
    about: z.literal("refund"),
    stripeRefundId: z.string(),
    refundId: z.optional(z.string()),
    amount: z.int(),
    status: z.enum(["pending", "succeeded", "failed"]),
  }),
  z.object({
    ...commonFields,
    about: z.literal("fraud-warning"),
    warningId: z.string(),
    /** Absent in old events, which are all actionable. */
    isActionable: z._default(z.boolean(), true),
  }),
  z.object({
    ...commonFields,
    about: z.literal("dispute"),
    disputeId: z.string(),
    status: z.string(),
    amount: z.int(),
    /** The amounts of the dispute's balance transactions, in cents of the order's currency. */
    movements: z.array(z.int()),
    reason: z.string(),
    /** When Stripe reported this state of the dispute, in epoch seconds. */
    toldAt: z.int(),
  }),
]);
export type RefundOrDisputeEvent = z.infer<typeof RefundOrDisputeEvent>;

export function refundStatus(status: string | null): "pending" | "succeeded" | "failed" {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

/** Parses a refund of Stripe into an event; undefined for a refund without a payment. */
export function parseRefundEvent(eventId: string, object: unknown): RefundOrDisputeEvent | undefined {
  const { id: stripeRefundId, amount, status, payment_intent, metadata } = z.parse(Refund, object);
  if (!payment_intent) return undefined;
  const refundId = metadata?.refundId;
  return {
    id: eventId,
    about: "refund",
    paymentIntentId: payment_intent,
    stripeRefundId,
    ...(refundId === undefined ? {} : { refundId }),
    amount,
    status: refundStatus(status),
  };
}

/** Parses an early fraud warning of Stripe into an event; undefined for a warning without a payment. */
export function parseFraudWarning(eventId: string, object: unknown): RefundOrDisputeEvent | undefined {
  const { id: warningId, actionable, payment_intent: paymentIntentId } = z.parse(FraudWarning, object);
  return paymentIntentId
    ? { id: eventId, about: "fraud-warning", paymentIntentId, warningId, isActionable: actionable }
    : undefined;
}

/**
 * Parses a dispute of Stripe, reported at `reportedAt` (epoch seconds), into an event; undefined for a dispute without a
 * payment.
 */
export function parseDisputeEvent(
  eventId: string,
  object: unknown,
  reportedAt: number,
): RefundOrDisputeEvent | undefined {
  const dispute = z.parse(Dispute, object);
  const { payment_intent: paymentIntentId, status, amount, reason } = dispute;
  if (!paymentIntentId) return undefined;
  // An account that settles in another currency has movements in that currency. They have no amount in cents of the order,
  // so each counts as the whole amount of the dispute.
  const movements = dispute.balance_transactions.map((movement) =>
    movement.currency === dispute.currency ? movement.amount : Math.sign(movement.amount) * amount,
  );
  return {
    id: eventId,
    about: "dispute",
    paymentIntentId,
    disputeId: dispute.id,
    status,
    amount,
    movements,
    reason,
    toldAt: reportedAt,
  };
}
