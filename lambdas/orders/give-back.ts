import Stripe from "stripe";
import * as z from "zod/mini";
import { RefundRequested } from "../../shared/events.ts";
import { toCents } from "../../shared/money.ts";
import { isReplayedFailure } from "../lib/stripe.ts";
import { applyChange } from "./apply-change.ts";
import { getOrder } from "./order-table.ts";
import { applyRefund } from "./refund-rules.ts";

/** Keys tried at most for one refund: more than the queue tries it. */
const KEYS = 10;

/**
 * Makes a refund, or answers the one that was made before. Where Stripe repeats a failure under a key, it is asked
 * whether the refund was made all the same, and only then asked again with the next key.
 */
async function refundOnce(
  client: Stripe,
  refundId: string,
  params: Stripe.RefundCreateParams & { payment_intent: string },
): Promise<Stripe.Refund> {
  for (let n = 1; n <= KEYS; n++) {
    try {
      return await client.refunds.create(params, { idempotencyKey: n === 1 ? refundId : `${refundId}:${n}` });
    } catch (error) {
      if (!isReplayedFailure(error)) throw error;
      const { data } = await client.refunds.list({ payment_intent: params.payment_intent, limit: 100 });
      const made = data.find(({ metadata }) => metadata?.["refundId"] === refundId);
      if (made) return made;
    }
  }
  throw new Error(`Stripe repeats a failure under ${KEYS} keys of refund ${refundId}`);
}

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
    const refund = await refundOnce(client, refundId, {
      payment_intent: paymentIntentId,
      amount: toCents(event.amount),
      metadata: { orderId, refundId },
    });
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
