/** Pure: compares the refunds and disputes of a payment at Stripe with those in the shop. */
import type Stripe from "stripe";
import { toCents, toDollars } from "../../shared/money.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { applyDispute } from "../orders/dispute-rules.ts";
import { parseDisputeEvent, parseRefundEvent } from "../orders/refund-or-dispute.ts";
import { applyRefund, isRefusedRefund } from "../orders/refund-rules.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { mayAwaitWebhook, mayBeQueued, type Finding } from "./finding.ts";

/**
 * The event id of a repair, which makes the repair idempotent. It contains the order's version, because a later version
 * may need the same repair again.
 */
const eventIdOf = ({ id }: { id: string }, { version }: StoredOrder): string => `compared_${id}_${version}`;

/** The difference between a refund at Stripe and the order whose payment was refunded. */
export function compareRefund(refund: Stripe.Refund, order: StoredOrder, now: Date): Finding | undefined {
  if (mayAwaitWebhook(refund.created, now) || mayAwaitWebhook(order.updatedAt, now)) return undefined;
  const event = parseRefundEvent(eventIdOf(refund, order), refund);
  if (event?.about !== "refund") return undefined;
  const storedRefund = order.refunds.find(({ stripeRefundId }) => stripeRefundId === refund.id);
  const ids = { orderId: order.orderId, stripeId: refund.id };
  const amounts = { shop: storedRefund?.amount ?? 0, other: toDollars(refund.amount) };
  if (applyRefund(order, event, { by: "stripe", now }))
    return {
      difference: { kind: storedRefund ? "refund-differs" : "refund-not-recorded", ...ids, ...amounts },
      repair: { by: "apply-event", event },
    };
  const isSame =
    storedRefund && toCents(storedRefund.amount) === refund.amount && storedRefund.status === event.status;
  return isSame ? undefined : { difference: { kind: "refund-differs", ...ids, ...amounts } };
}

/** The difference between a dispute at Stripe, as it is at `now`, and the order whose payment is disputed. */
export function compareDispute(dispute: Stripe.Dispute, order: StoredOrder, now: Date): Finding | undefined {
  if (mayAwaitWebhook(dispute.created, now) || mayAwaitWebhook(order.updatedAt, now)) return undefined;
  const event = parseDisputeEvent(eventIdOf(dispute, order), dispute, toEpochSeconds(now));
  if (event?.about !== "dispute") return undefined;
  const change = applyDispute(order, event, { by: "stripe", now });
  if (!change || change.events.length === 0) return undefined;
  const withdrawnOf = ({ disputes }: StoredOrder) =>
    disputes?.find(({ disputeId }) => disputeId === dispute.id)?.withdrawn ?? 0;
  return {
    difference: {
      kind: "dispute-not-recorded",
      orderId: order.orderId,
      stripeId: dispute.id,
      shop: withdrawnOf(order),
      other: withdrawnOf(change.order),
    },
    repair: { by: "apply-event", event },
  };
}

/** The ids of the refunds and disputes in Stripe's lists. What the shop recorded after `since` must be in the lists. */
export type StripeListIds = { refunds: ReadonlySet<string>; disputes: ReadonlySet<string>; since: Date };

/** Whether a refund or dispute that the order recorded at `at` (ISO 8601) must be in Stripe's lists. */
const isExpectedInLists = (at: string, since: Date, now: Date): boolean =>
  Date.parse(at) > +since && !mayBeQueued(at, now);

/** The order's refunds that were requested after `since`, but were not made before the queue gave up. */
export const compareRefundRequests = ({ orderId, refunds }: StoredOrder, since: Date, now: Date): Finding[] =>
  refunds
    .filter(
      ({ at, status, stripeRefundId }) =>
        status === "requested" && !stripeRefundId && isExpectedInLists(at, since, now),
    )
    .map(({ refundId, amount }) => ({
      difference: { kind: "refund-not-made", orderId, stripeId: refundId, shop: amount, other: 0 },
    }));

/**
 * The refunds and disputes that the order recorded after `listedAtStripe.since` and that are not in Stripe's lists.
 * Stripe does not know them, or they were made long before the shop recorded them.
 */
export const unlistedOf = (
  { refunds, disputes = [] }: StoredOrder,
  listedAtStripe: StripeListIds,
  now: Date,
) => ({
  refunds: refunds.flatMap((refund) => {
    const { at, amount, stripeRefundId: id } = refund;
    if (id === undefined || isRefusedRefund(refund) || listedAtStripe.refunds.has(id)) return [];
    return isExpectedInLists(at, listedAtStripe.since, now) ? [{ id, amount }] : [];
  }),
  disputes: disputes.flatMap(({ at, amount, disputeId: id }) =>
    isExpectedInLists(at, listedAtStripe.since, now) && !listedAtStripe.disputes.has(id)
      ? [{ id, amount }]
      : [],
  ),
});
