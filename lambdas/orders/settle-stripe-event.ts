import * as z from "zod/mini";
import { log } from "../lib/log.ts";
import { applyChange } from "./apply-change.ts";
import { noted } from "./change.ts";
import { orderIdOfPayment } from "./order-table.ts";
import { applyChargeRefunded, applyRefund } from "./refund-rules.ts";
import { settleFailed, settleSession } from "./settle-session.ts";

const Id = z.union([
  z.string(),
  z.pipe(
    z.object({ id: z.string() }),
    z.transform(({ id }) => id),
  ),
]);
const Metadata = z.nullish(z.object({ orderId: z.optional(z.string()), refundId: z.optional(z.string()) }));

const Session = z.object({
  id: z.string(),
  status: z.nullable(z.enum(["open", "complete", "expired"])),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  payment_intent: z.nullable(Id),
  amount_total: z.nullable(z.int()),
  metadata: Metadata,
});

const Charge = z.object({
  id: z.string(),
  payment_intent: z.nullable(Id),
  amount_refunded: z.int(),
  metadata: Metadata,
});

const Dispute = z.object({ id: z.string(), payment_intent: z.nullable(Id) });

const Refund = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.nullable(z.string()),
  payment_intent: z.nullable(Id),
  metadata: Metadata,
});

/** Stripe's event as it came over the bus. https://docs.stripe.com/api/events/types */
const StripeEvent = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.unknown() }) });

/** Applies one of Stripe's events to its order, once. What concerns none of our orders is left alone. */
export async function settleStripeEvent(detail: unknown, now: Date): Promise<void> {
  const event = z.parse(StripeEvent, detail);
  const options = { now, by: "stripe", stripeEventId: event.id };
  const { object } = event.data;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired": {
      const session = z.parse(Session, object);
      const orderId = session.metadata?.orderId;
      if (orderId) await settleSession(orderId, session, options);
      return;
    }
    case "checkout.session.async_payment_failed": {
      const session = z.parse(Session, object);
      const orderId = session.metadata?.orderId;
      if (orderId) await settleFailed(orderId, session.id, options);
      return;
    }
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return settleRefund(z.parse(Refund, object), options);
    case "charge.refunded":
      return settleCharge(z.parse(Charge, object), options);
    case "charge.dispute.created":
      return settleDispute(z.parse(Dispute, object), options);
    default:
      log.info("Not ours to act on", { stripeEvent: event.id, type: event.type });
  }
}

type Options = { now: Date; by: string; stripeEventId: string };

async function settleRefund(refund: z.infer<typeof Refund>, options: Options): Promise<void> {
  const orderId =
    refund.metadata?.orderId ?? (refund.payment_intent && (await orderIdOfPayment(refund.payment_intent)));
  if (!orderId || !refund.payment_intent) return;
  const status = refund.status === "succeeded" || refund.status === "failed" ? refund.status : "pending";
  const news = {
    stripeRefundId: refund.id,
    refundId: refund.metadata?.refundId,
    paymentIntentId: refund.payment_intent,
    amount: refund.amount,
    status: refund.status === "canceled" ? "failed" : status,
  } as const;
  await applyChange(orderId, (order) => applyRefund(order, news, options), options);
}

async function settleCharge(charge: z.infer<typeof Charge>, options: Options): Promise<void> {
  const paymentIntentId = charge.payment_intent;
  const orderId = charge.metadata?.orderId ?? (paymentIntentId && (await orderIdOfPayment(paymentIntentId)));
  if (!orderId || !paymentIntentId) return;
  const news = { chargeId: charge.id, paymentIntentId, amountRefunded: charge.amount_refunded };
  await applyChange(orderId, (order) => applyChargeRefunded(order, news, options), options);
}

async function settleDispute(dispute: z.infer<typeof Dispute>, options: Options): Promise<void> {
  const orderId = dispute.payment_intent && (await orderIdOfPayment(dispute.payment_intent));
  if (!orderId) return;
  await applyChange(
    orderId,
    (order) => ({
      order: noted({ ...order, paymentStatus: "needs-attention" }, options, { what: "disputed by the bank" }),
      events: [],
    }),
    options,
  );
}
