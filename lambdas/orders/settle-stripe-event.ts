import * as z from "zod/mini";
import { settlingEvents } from "../../shared/stripe-events.ts";
import { log, addOrderToLog } from "../lib/log.ts";
import { ExpandableId, parseDisputeEvent, parseFraudWarning, parseRefundEvent } from "./refund-or-dispute.ts";
import { getOrder } from "./order-table.ts";
import { isOfLostOrder, isSessionOf } from "./session-owner.ts";
import { settleRefundOrDispute, settleParkedEvents } from "./settle-refund-or-dispute.ts";
import { settleFailedPayment, settleSession } from "./settle-session.ts";
import type { StoredOrder } from "./stored-order.ts";

const Session = z.object({
  id: z.string(),
  status: z.nullable(z.enum(["open", "complete", "expired"])),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  payment_intent: z.nullable(ExpandableId),
  amount_total: z.nullable(z.int()),
  currency: z.nullish(z.string()),
  client_reference_id: z.nullish(z.string()),
  success_url: z.nullish(z.string()),
  metadata: z.nullish(z.object({ orderId: z.optional(z.string()) })),
});
type Session = z.infer<typeof Session>;

/** A Stripe event from the bus. `created` is in epoch seconds. https://docs.stripe.com/api/events/object */
const StripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  created: z._default(z.int(), 0),
  data: z.object({ object: z.unknown() }),
});

/**
 * Applies a Stripe event to its order, once. Events of other applications on the same Stripe account change no order. `origin`
 * is the origin of this site.
 */
export async function settleStripeEvent(detail: unknown, origin: string, now: Date): Promise<void> {
  const { id, type, created, data } = z.parse(StripeEvent, detail);
  const eventType = settlingEvents.find((name) => name === type);
  switch (eventType) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired": {
      const session = z.parse(Session, data.object);
      const order = await findOrderOfSession(session, origin);
      if (!order) return log.warn("A session is not this shop's", { stripeEvent: id, session: session.id });
      addOrderToLog(order.orderId);
      const options = { now, by: "stripe", stripeEventId: id };
      if (eventType === "checkout.session.async_payment_failed")
        await settleFailedPayment(order, session.id, options);
      else await settleSession(order, session, options);
      // Needed even if this event changed nothing, because verify-payment.ts may already have settled the payment.
      const { payment_intent, payment_status } = session;
      if (payment_intent && payment_status !== "unpaid")
        await settleParkedEvents(order.orderId, payment_intent, now);
      return;
    }
    // Stripe sends these events for every refund, also for a refund made in Stripe's dashboard.
    // `charge.refunded` is not used, because its sum includes pending refunds.
    // https://docs.stripe.com/changelog/acacia/2024-10-28/refund-webhook-update
    case "refund.created":
    case "refund.updated":
    case "refund.failed": {
      const refund = parseRefundEvent(id, data.object);
      return refund && settleRefundOrDispute(refund, now);
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed": {
      const dispute = parseDisputeEvent(id, data.object, created);
      return dispute && settleRefundOrDispute(dispute, now);
    }
    case "radar.early_fraud_warning.created": {
      const warning = parseFraudWarning(id, data.object);
      return warning && settleRefundOrDispute(warning, now);
    }
    case undefined:
      log.info("The shop does not handle events of this type", { stripeEvent: id, type });
  }
}

/**
 * The order that a session pays for; undefined when this shop did not open the session. An order is stored
 * before its session is opened, so a session without an order belongs to another application or stage. Throws
 * when a paid session has a return URL of this site but no order, because the order was then lost.
 */
async function findOrderOfSession(session: Session, origin: string): Promise<StoredOrder | undefined> {
  const orderId = session.metadata?.orderId;
  if (!orderId) return undefined;
  const order = await getOrder(orderId);
  if (order) return isSessionOf(order, session) ? order : undefined;
  if (isOfLostOrder(orderId, session, origin))
    throw new Error(`Session ${session.id} is paid, but its order ${orderId} does not exist`);
  return undefined;
}
