/** Pure: compares the refunds and disputes of a payment at Stripe with those in the shop. */
import type Stripe from "stripe";
import { toCents, toDollars } from "../../shared/money.ts";
import { applyDispute } from "../orders/dispute-rules.ts";
import { disputeEvent, refundEvent } from "../orders/refund-or-dispute.ts";
import { applyRefund, isRefusedRefund } from "../orders/refund-rules.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { mayAwaitWebhook, mayBeQueued, type Finding } from "./finding.ts";

/** The event id of a repair. It contains the order's version, because a later version may need the same repair again. */
const eventIdOf = ({ id }: { id: string }, { version }: StoredOrder): string => `compared_${id}_${version}`;

/** The difference between a refund at Stripe and the order with its payment. */
export function compareRefund(refund: Stripe.Refund, order: StoredOrder, now: Date): Finding | undefined {
  if (mayAwaitWebhook(refund.created, now) || mayAwaitWebhook(order.updatedAt, now)) return undefined;
  const event = refundEvent(eventIdOf(refund, order), refund);
  if (event?.about !== "refund") return undefined;
  const stored = order.refunds.find(({ stripeRefundId }) => stripeRefundId === refund.id);
  const ids = { orderId: order.orderId, stripeId: refund.id };
  const amounts = { shop: stored?.amount ?? 0, other: toDollars(refund.amount) };
  if (applyRefund(order, event, { by: "stripe", now }))
    return {
      difference: { kind: stored ? "refund-differs" : "refund-not-recorded", ...ids, ...amounts },
      repair: { by: "apply-event", event },
    };
  const isSame = stored && toCents(stored.amount) === refund.amount && stored.status === event.status;
  return isSame ? undefined : { difference: { kind: "refund-differs", ...ids, ...amounts } };
}

/** The difference between a dispute at Stripe, as it was at `readAt`, and the order with its payment. */
export function compareDispute(
  dispute: Stripe.Dispute,
  order: StoredOrder,
  readAt: Date,
  now: Date,
): Finding | undefined {
  if (mayAwaitWebhook(dispute.created, now) || mayAwaitWebhook(order.updatedAt, now)) return undefined;
  const event = disputeEvent(eventIdOf(dispute, order), dispute, Math.floor(+readAt / 1000));
  if (event?.about !== "dispute") return undefined;
  const change = applyDispute(order, event, { by: "stripe", now });
  if (!change || change.events.length === 0) return undefined;
  const withdrawn = (from: StoredOrder) =>
    from.disputes?.find(({ disputeId }) => disputeId === dispute.id)?.withdrawn ?? 0;
  return {
    difference: {
      kind: "dispute-not-recorded",
      orderId: order.orderId,
      stripeId: dispute.id,
      shop: withdrawn(order),
      other: withdrawn(change.order),
    },
    repair: { by: "apply-event", event },
  };
}

/** The ids that Stripe has listed. The lists contain all refunds and disputes that the shop has recorded since `since`. */
export type Listed = { refunds: ReadonlySet<string>; disputes: ReadonlySet<string>; since: Date };

/** The refunds and disputes of an order that Stripe does not list, and the requested refunds that Stripe has not made. */
export function compareWithListed(order: StoredOrder, listed: Listed, now: Date): Finding[] {
  const { orderId } = order;
  const isListable = (at: string) => Date.parse(at) > +listed.since && !mayBeQueued(at, now);
  const refunds = order.refunds.filter(({ at }) => isListable(at));
  return [
    ...refunds
      .filter(({ status, stripeRefundId }) => status === "requested" && !stripeRefundId)
      .map(({ refundId, amount }) => ({
        difference: { kind: "refund-not-made" as const, orderId, stripeId: refundId, shop: amount, other: 0 },
      })),
    ...refunds
      .filter((refund) => refund.stripeRefundId && !isRefusedRefund(refund))
      .filter(({ stripeRefundId = "" }) => !listed.refunds.has(stripeRefundId))
      .map(({ stripeRefundId = "", amount }) => ({
        difference: {
          ...{ kind: "refund-unknown-at-stripe" as const, orderId, stripeId: stripeRefundId },
          ...{ shop: amount, other: 0 },
        },
      })),
    ...(order.disputes ?? [])
      .filter(({ at, disputeId }) => isListable(at) && !listed.disputes.has(disputeId))
      .map(({ disputeId, amount }) => ({
        difference: {
          ...{ kind: "dispute-unknown-at-stripe" as const, orderId, stripeId: disputeId },
          ...{ shop: amount, other: 0 },
        },
      })),
  ];
}
