import Stripe from "stripe";
import * as z from "zod/mini";
import { RefundRequested } from "../../shared/events.ts";
import { toCents } from "../../shared/money.ts";
import { isReplayedFailure } from "../lib/stripe.ts";
import { applyChange } from "./apply-change.ts";
import { getOrder } from "./order-table.ts";
import { applyRefund, refuseRefund } from "./refund-rules.ts";

/** Keys tried at most for one refund: more than the queue tries it. */
const KEYS = 10;
/** Stripe forgets a key after a day at the earliest: older requests look for their refund first. ms */
const KEY_MS = 20 * 3_600_000;

type Wanted = Stripe.RefundCreateParams & { payment_intent: string };

async function madeBefore(client: Stripe, refundId: string, { payment_intent }: Wanted) {
  const { data } = await client.refunds.list({ payment_intent, limit: 100 });
  return data.find(({ metadata }) => metadata?.["refundId"] === refundId);
}

/**
 * Makes a refund, or answers the one that was made before. Where Stripe repeats a failure under a key, it is asked
 * whether the refund was made all the same, and only then asked again with the next key.
 */
async function refundOnce(client: Stripe, refundId: string, params: Wanted): Promise<Stripe.Refund> {
  for (let n = 1; n <= KEYS; n++) {
    try {
      return await client.refunds.create(params, { idempotencyKey: n === 1 ? refundId : `${refundId}:${n}` });
    } catch (error) {
      if (!isReplayedFailure(error)) throw error;
      const made = await madeBefore(client, refundId, params);
      if (made) return made;
    }
  }
  throw new Error(`Stripe repeats a failure under ${KEYS} keys of refund ${refundId}`);
}

/** Stripe says no, and would again. Not while another delivery is asking under the same key: that one may succeed. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== "idempotency_key_in_use";

/**
 * The one place that gives money back. The refund's own id is Stripe's idempotency key, so that however often the
 * request comes, Stripe refunds once; what Stripe has taken on already, its events finish. A refund that Stripe
 * refuses is recorded as failed, and the admin sees it.
 */
export async function giveBack(client: Stripe, detail: unknown, now: Date): Promise<void> {
  const event = z.parse(RefundRequested, detail);
  const { orderId, refundId, paymentIntentId } = event;
  const known = (await getOrder(orderId))?.refunds.find((refund) => refund.refundId === refundId);
  if (!known) throw new Error(`Refund ${refundId} of order ${orderId} is not there`);
  if (known.status !== "requested") return;
  const cause = { by: "stripe", now };
  const ask = { refundId, paymentIntentId, amount: toCents(event.amount) };
  const params = { payment_intent: paymentIntentId, amount: ask.amount, metadata: { orderId, refundId } };
  try {
    const late = +now - Date.parse(event.time) > KEY_MS;
    const made = late ? await madeBefore(client, refundId, params) : undefined;
    const refund = made ?? (await refundOnce(client, refundId, params));
    const status =
      refund.status === "succeeded" ? "succeeded" : refund.status === "failed" ? "failed" : "pending";
    const news = { ...ask, stripeRefundId: refund.id, amount: refund.amount, status } as const;
    await applyChange(orderId, (order) => applyRefund(order, news, cause), { now });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await applyChange(orderId, (order) => refuseRefund(order, ask, cause), { now });
  }
}
