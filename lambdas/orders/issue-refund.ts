import Stripe from "stripe";
import * as z from "zod/mini";
import { RefundRequested } from "../../shared/events.ts";
import { toCents } from "../../shared/money.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { log } from "../lib/log.ts";
import { isReplayedFailure } from "../lib/stripe.ts";
import { applyChange } from "./apply-change.ts";
import { parseDisputeEvent, parseRefundEvent, refundStatus } from "./refund-or-dispute.ts";
import { getOrder } from "./order-table.ts";
import { settleParkedEvents, settleRefundOrDispute } from "./settle-refund-or-dispute.ts";
import { applyRefund, refuseRefund } from "./refund-rules.ts";

/**
 * The maximum number of idempotency keys for one refund. A delivery normally uses up one key. The queue delivers a message
 * 12 times, and as often again after each redrive, so the keys are enough for two redrives.
 */
const MAX_KEYS = 40;

type RefundIds = { orderId: string; refundId: string };
type RefundParams = Stripe.RefundCreateParams & { payment_intent: string };

async function findExistingRefund(client: Stripe, refundId: string, { payment_intent }: RefundParams) {
  for await (const refund of client.refunds.list({ payment_intent, limit: 100 }))
    if (refund.metadata?.["refundId"] === refundId) return refund;
  return undefined;
}

/**
 * Creates a refund, or returns the existing refund, since Stripe may forget an idempotency key after a day.
 * When Stripe repeats a failure or a refusal under a key, uses the next key. Keys contain the order's id, because browsers
 * choose the refund ids, so two orders may have the same refund id.
 */
async function refundOnce(client: Stripe, ids: RefundIds, params: RefundParams): Promise<Stripe.Refund> {
  for (let keyNumber = 1; keyNumber <= MAX_KEYS; keyNumber++) {
    const existingRefund = await findExistingRefund(client, ids.refundId, params);
    if (existingRefund) return existingRefund;
    try {
      return await client.refunds.create(params, {
        idempotencyKey: `${ids.orderId}:${ids.refundId}:${keyNumber}`,
      });
    } catch (error) {
      if (!isReplayedFailure(error)) throw error;
    }
  }
  throw new Error(`Stripe repeats a failure under ${MAX_KEYS} keys of refund ${ids.refundId}`);
}

/**
 * Whether Stripe refuses the refund for good. `idempotency_key_in_use` is no refusal: another delivery is making the same
 * call now, and it may succeed.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code !== "idempotency_key_in_use";

/**
 * Applies the refunds and disputes of a payment that Stripe refuses to refund. They may be the reason for the refusal, and
 * Stripe's events about them may come later. Without them, the customer would be told that the shop still has the money.
 */
async function applyRefundsAndDisputes(
  client: Stripe,
  { refundId, paymentIntentId }: { refundId: string; paymentIntentId: string },
  now: Date,
): Promise<void> {
  const params = { payment_intent: paymentIntentId, limit: 100 };
  const eventIdOf = (id: string) => `refused_${refundId}_${id}`;
  const [refunds, disputes] = await Promise.all([client.refunds.list(params), client.disputes.list(params)]);
  const events = [
    ...refunds.data.map((refund) => parseRefundEvent(eventIdOf(refund.id), refund)),
    ...disputes.data.map((dispute) => parseDisputeEvent(eventIdOf(dispute.id), dispute, toEpochSeconds(now))),
  ];
  for (const event of events) if (event) await settleRefundOrDispute(event, now);
}

/**
 * Refunds a payment at Stripe, only once even if the request is delivered several times. Stripe's events also report the
 * outcome, maybe before this function records it. The status that is further on wins (see STATUS_RANK in refund-rules.ts).
 * A refund that Stripe refuses is recorded as failed.
 */
export async function issueRefund(client: Stripe, detail: unknown, now: Date): Promise<void> {
  const event = z.parse(RefundRequested, detail);
  const { orderId, refundId, paymentIntentId } = event;
  // If this is a second payment, the events about its refunds and disputes may have come before Stripe's event of the payment.
  // They are applied here, because the event of the payment may never come.
  await settleParkedEvents(orderId, paymentIntentId, now);
  const storedOrder = await getOrder(orderId);
  const storedRefund = storedOrder?.refunds.find((refund) => refund.refundId === refundId);
  if (!storedOrder || !storedRefund) throw new Error(`Order ${orderId} has no refund ${refundId}`);
  if (storedRefund.status !== "requested") return;
  const actor = { by: "stripe", now };
  const refundFields = { refundId, paymentIntentId, amount: toCents(event.amount) };
  const params = {
    payment_intent: paymentIntentId,
    amount: refundFields.amount,
    metadata: { orderId, refundId },
    ...(event.stripeReason ? { reason: event.stripeReason } : {}),
  };
  try {
    const refund = await refundOnce(client, { orderId, refundId }, params);
    const status = refundStatus(refund.status);
    const report = { ...refundFields, stripeRefundId: refund.id, amount: refund.amount, status };
    await applyChange(orderId, (order) => applyRefund(order, report, actor), {
      now,
      initialOrder: storedOrder,
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await applyRefundsAndDisputes(client, refundFields, now).catch((failure: unknown) =>
      log.warn("The refunds and disputes of a payment could not be read", {
        orderId,
        error: String(failure),
      }),
    );
    await applyChange(orderId, (order) => refuseRefund(order, refundFields, actor), {
      now,
      initialOrder: storedOrder,
    });
  }
}
