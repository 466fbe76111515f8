import * as z from "zod/mini";

/** An id, where Stripe sends the id or the whole object. */
export const Id = z.union([
  z.string(),
  z.pipe(
    z.object({ id: z.string() }),
    z.transform(({ id }) => id),
  ),
]);

/** What the shop reads of a refund: https://docs.stripe.com/api/refunds/object */
const Refund = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.nullable(z.string()),
  payment_intent: z.nullable(Id),
  metadata: z.nullish(z.object({ refundId: z.optional(z.string()) })),
});

/** What the shop reads of a dispute: https://docs.stripe.com/api/disputes/object */
const Dispute = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.string(),
  reason: z.string(),
  payment_intent: z.nullable(Id),
  balance_transactions: z._default(z.array(z.object({ amount: z.int() })), []),
});

const shared = { id: z.string(), paymentIntentId: z.string() };

/** One of Stripe's events about money of a payment, with no more of it than the shop uses. Amounts in cents. */
export const MoneyEvent = z.discriminatedUnion("about", [
  z.object({
    ...shared,
    about: z.literal("refund"),
    stripeRefundId: z.string(),
    refundId: z.optional(z.string()),
    amount: z.int(),
    status: z.enum(["pending", "succeeded", "failed"]),
  }),
  z.object({
    ...shared,
    about: z.literal("dispute"),
    disputeId: z.string(),
    status: z.string(),
    amount: z.int(),
    movements: z.array(z.int()),
    reason: z.string(),
    toldAt: z.int(),
  }),
]);
export type MoneyEvent = z.infer<typeof MoneyEvent>;

/** Stripe's word for how a refund stands, in the shop's three. A cancelled one gives nothing back either. */
export function refundStatus(status: string | null): "pending" | "succeeded" | "failed" {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

/** A refund as its event tells it; undefined without a payment. */
export function refundEvent(id: string, object: unknown): MoneyEvent | undefined {
  const { id: stripeRefundId, amount, status, payment_intent, metadata } = z.parse(Refund, object);
  if (!payment_intent) return undefined;
  const refundId = metadata?.refundId;
  return {
    ...{ id, about: "refund", paymentIntentId: payment_intent, stripeRefundId },
    ...(refundId === undefined ? {} : { refundId }),
    ...{ amount, status: refundStatus(status) },
  };
}

/** A dispute as its event tells it, at `toldAt` (seconds); undefined without a payment. */
export function disputeEvent(id: string, object: unknown, toldAt: number): MoneyEvent | undefined {
  const dispute = z.parse(Dispute, object);
  const { payment_intent: paymentIntentId, status, amount, reason } = dispute;
  if (!paymentIntentId) return undefined;
  const movements = dispute.balance_transactions.map((movement) => movement.amount);
  return {
    id,
    about: "dispute",
    paymentIntentId,
    disputeId: dispute.id,
    status,
    amount,
    movements,
    reason,
    toldAt,
  };
}
