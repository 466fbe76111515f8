import Stripe from "stripe";
import * as z from "zod/mini";
import { RefundRequested } from "../../shared/events.ts";
import { toCents } from "../../shared/money.ts";
import { applyChange } from "./apply-change.ts";
import { getOrder } from "./order-table.ts";
import { applyRefund } from "./refund-rules.ts";

/**
 * The one place that gives money back. The refund's own id is Stripe's idempotency key, so that however often the
 * request comes, Stripe refunds once. A refund that Stripe refuses is recorded as failed, and the admin sees it.
 */
export async function giveBack(client: Stripe, detail: unknown, now: Date): Promise<void> {
  const event = z.parse(RefundRequested, detail);
  const { orderId, refundId, paymentIntentId } = event;
  const known = (await getOrder(orderId))?.refunds.find((refund) => refund.refundId === refundId);
  if (!known) throw new Error(`Refund ${refundId} of order ${orderId} is not there`);
  if (known.status === "succeeded" || known.status === "failed") return;
  const cause = { by: "stripe", now };
  try {
    const refund = await client.refunds.create(
      { payment_intent: paymentIntentId, amount: toCents(event.amount), metadata: { orderId, refundId } },
      { idempotencyKey: refundId },
    );
    const status =
      refund.status === "succeeded" ? "succeeded" : refund.status === "failed" ? "failed" : "pending";
    const news = {
      stripeRefundId: refund.id,
      refundId,
      paymentIntentId,
      amount: refund.amount,
      status,
    } as const;
    await applyChange(orderId, (order) => applyRefund(order, news, cause), { now });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const news = {
      stripeRefundId: `refused_${refundId}`,
      refundId,
      paymentIntentId,
      amount: toCents(event.amount),
      status: "failed",
    } as const;
    await applyChange(orderId, (order) => applyRefund(order, news, cause), { now });
  }
}
