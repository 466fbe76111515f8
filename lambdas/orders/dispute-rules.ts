/**
 * Pure rules for disputes (chargebacks), and warnings of them, that Stripe reports. The amounts of its reports are in cents; those
 * of stored disputes, the history and events are in dollars.
 */
import type { Attention, AttentionCause } from "../../shared/attention.ts";
import { toDollars } from "../../shared/money.ts";
import type { Dispute } from "../../shared/order.ts";
import { ORDER_STATUS, ORDER_STATUS_LABEL } from "../../shared/order-status.ts";
import { closeAttention, openCauses, raiseAttention } from "./attention-rules.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { balanceOf, ownDisputes, ownRefunds, withBalance } from "./balance-rules.ts";
import { isCancelledOrUnfulfilled, isMoneyDisputed, refundableCents } from "./refund-rules.ts";
import type { StoredDispute, StoredOrder } from "./stored-order.ts";

/**
 * A dispute as Stripe reports it. `toldAt`: the time of the report, in seconds since 1970. `movements`: the amounts in
 * cents by which the dispute changed the shop's balance; negative amounts were withdrawn.
 */
export type DisputeReport = {
  disputeId: string;
  paymentIntentId: string;
  status: string;
  amount: number;
  movements: readonly number[];
  reason: string;
  toldAt: number;
};

/** https://docs.stripe.com/api/disputes/object#dispute_object-status; any other status counts as open. */
const STATUS_BY_STRIPE_STATUS: Readonly<Record<string, Dispute["status"]>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "closed",
  prevented: "closed",
  won: "won",
  lost: "lost",
};

/** If Stripe reported two statuses in the same second, the status with the higher rank counts as newer. */
const STATUS_RANK = { inquiry: 0, open: 1, closed: 2, lost: 3, won: 4 } as const satisfies Record<
  Dispute["status"],
  number
>;

const CAUSE_OF_STATUS: Partial<Record<Dispute["status"], AttentionCause>> = {
  inquiry: "inquiry",
  open: "disputed",
  lost: "dispute-lost",
};

const HISTORY_ENTRY = {
  inquiry: "inquiry by the bank",
  open: "disputed by the bank",
  closed: "dispute closed",
  lost: "dispute lost",
  won: "dispute won",
} as const satisfies Record<Dispute["status"], string>;

type Recency = Pick<StoredDispute, "toldAt" | "status" | "moves">;
/** By the time of the report, then by the status, then by the number of movements. */
const isNewer = (a: Recency, b: Recency): boolean =>
  (a.toldAt - b.toldAt || STATUS_RANK[a.status] - STATUS_RANK[b.status] || a.moves - b.moves) > 0;

/**
 * Applies a report about a dispute. The newest report wins, so reports are commutative and idempotent. An inquiry, an open
 * dispute and a lost dispute open a cause for attention; a won or closed dispute closes it. If the shop still has money
 * of a cancelled or unfulfilled order, or of a second payment, when the bank has decided, a cause asks for its refund.
 */
export function applyDispute(order: StoredOrder, report: DisputeReport, actor: Actor): Change | undefined {
  const previousDispute = order.disputes?.find(({ disputeId }) => disputeId === report.disputeId);
  const dispute = toStoredDispute(report, previousDispute, actor);
  if (previousDispute && !isNewer(dispute, previousDispute)) return undefined;
  const { disputeId, status, amount, withdrawn } = dispute;
  const withdrawnBefore = previousDispute?.withdrawn ?? 0;
  const isNewStatus = previousDispute?.status !== status;
  const isWithdrawnChanged = withdrawnBefore !== withdrawn;
  const reportedOrder: StoredOrder = {
    ...order,
    disputes: [...(order.disputes ?? []).filter((other) => other !== previousDispute), dispute],
  };
  const orderWithBalance = withBalance(
    isNewStatus ? withAttention(reportedOrder, dispute, actor) : reportedOrder,
  );
  if (!isNewStatus && !isWithdrawnChanged) return { order: orderWithBalance, events: [] };
  const refundCause = isDecided(dispute) ? refundCauseOf(orderWithBalance, dispute) : undefined;
  const nextOrder = refundCause
    ? withBalance(raiseAttention(orderWithBalance, refundCause.cause, refundCause.about, actor))
    : orderWithBalance;
  const balance = balanceOf(nextOrder);
  const orderWithStatus = isNewStatus
    ? withHistory(nextOrder, actor, { what: HISTORY_ENTRY[status], to: amount })
    : nextOrder;
  const balanceEntry =
    withdrawn > 0
      ? { what: "withdrawn for a dispute" as const, to: withdrawn }
      : { what: "returned after a dispute" as const, to: withdrawnBefore };
  return {
    order: isWithdrawnChanged ? withHistory(orderWithStatus, actor, balanceEntry) : orderWithStatus,
    events: [
      {
        type: "DisputeUpdated",
        disputeId,
        status,
        amount,
        withdrawn: toDollars(balance.withdrawn),
        lost: toDollars(balance.lost),
        paymentStatus: nextOrder.paymentStatus,
      },
    ],
  };
}

/** Whether the bank has decided. An inquiry that was closed without taking money is no decision. */
const isDecided = ({ status, withdrawn }: StoredDispute): boolean =>
  status === "won" || status === "lost" || (status === "closed" && withdrawn > 0);

/**
 * The cause that asks for a refund after the bank has decided about a payment; undefined if there is nothing to refund. The
 * payment could not be refunded before, because Stripe refuses to refund a disputed payment.
 */
function refundCauseOf(
  order: StoredOrder,
  { disputeId, paymentIntentId }: StoredDispute,
): Pick<Attention, "cause" | "about"> | undefined {
  if (paymentIntentId === order.payment.paymentIntentId)
    return mustBeRefunded(order) ? { cause: "other", about: disputeId } : undefined;
  // The shop refunds a second payment by itself. If this refund has failed, the failure is reported again, because an admin
  // may have acknowledged it during the dispute.
  const { total, refunded, requested, withdrawn } = balanceOf(order, paymentIntentId);
  const failedRefund = order.refunds.findLast(
    (refund) => refund.paymentIntentId === paymentIntentId && refund.status === "failed",
  );
  return failedRefund && refunded + requested + withdrawn < total
    ? { cause: "refund-failed", about: failedRefund.refundId }
    : undefined;
}

/**
 * Whether the shop has money of a cancelled or unfulfilled order, and no dispute is open. False if an open cause says already
 * that the money is still with the shop.
 */
function mustBeRefunded(order: StoredOrder): boolean {
  const ownRefundIds = ownRefunds(order).map(({ refundId }) => refundId);
  const isKnown = openCauses(order).some(
    ({ cause, about }) =>
      cause === "paid-in-vain" || (cause === "refund-failed" && ownRefundIds.includes(about)),
  );
  return isCancelledOrUnfulfilled(order) && !isMoneyDisputed(order) && refundableCents(order) > 0 && !isKnown;
}

/** When a cancelled order was last cancelled; '', which is before every time, for an order that could not be fulfilled. */
const undeliveredSince = ({ unfulfilled, history }: StoredOrder): string | undefined =>
  unfulfilled
    ? ""
    : history.findLast(
        ({ what, to }) => what === "status" && to === ORDER_STATUS_LABEL[ORDER_STATUS.cancelled],
      )?.at;

/**
 * For an order that was cancelled or unfulfilled and is to be delivered after all: closes the causes that ask for its refund.
 * These are the causes after a bank's decision, and the failures of refunds that were requested since the cancellation. The
 * failure of an earlier refund stays open, because the customer still gets this money.
 */
export function closeRefundCauses(order: StoredOrder): StoredOrder {
  const since = undeliveredSince(order);
  const disputeIds = ownDisputes(order).map(({ disputeId }) => disputeId);
  const refundIds = ownRefunds(order)
    .filter(({ at }) => since !== undefined && at >= since)
    .map(({ refundId }) => refundId);
  const asksForRefund = ({ cause, about }: Attention) =>
    (cause === "other" && disputeIds.includes(about)) ||
    (cause === "refund-failed" && refundIds.includes(about));
  return openCauses(order).some(asksForRefund) ? withBalance(closeAttention(order, asksForRefund)) : order;
}

/** Whether the bank has opened a dispute, and not only an inquiry. Warnings of fraud then say nothing new. */
const endsWarnings = (dispute: StoredDispute): boolean => dispute.status === "open" || isDecided(dispute);

/**
 * Opens or closes the cause for attention about this dispute, by the dispute's status. A dispute of the order's own payment
 * also closes the fraud warning about this payment.
 */
function withAttention(order: StoredOrder, dispute: StoredDispute, actor: Actor): StoredOrder {
  const { disputeId, paymentIntentId, status } = dispute;
  const cause = CAUSE_OF_STATUS[status];
  const closesWarnings = paymentIntentId === order.payment.paymentIntentId && endsWarnings(dispute);
  // After a dispute of the payment, the settled warnings about it are dropped, so that they are not opened again.
  const { settledWarnings: _, ...orderWithoutWarnings } = order;
  const nextOrder = closeAttention(
    closesWarnings ? orderWithoutWarnings : order,
    (openCause) => openCause.about === disputeId || (closesWarnings && openCause.cause === "fraud-warning"),
  );
  return cause ? raiseAttention(nextOrder, cause, disputeId, actor) : nextOrder;
}

/** An early fraud warning as Stripe reports it. `isActionable`: the payment is neither disputed nor refunded in full. */
type FraudWarning = { warningId: string; paymentIntentId: string; isActionable: boolean };

/**
 * Applies the warning of the card's bank that the order's payment is probably fraud. A warning about a payment that was
 * refunded in full needs no attention, but it is stored, and opens if the refund fails. Changes nothing if the payment is
 * or was disputed, because a refund can then no longer prevent a dispute; an inquiry is no dispute. The caller must not apply a
 * repeated warning again.
 */
export function applyFraudWarning(
  order: StoredOrder,
  { warningId, paymentIntentId, isActionable }: FraudWarning,
  actor: Actor,
): Change | undefined {
  if (paymentIntentId !== order.payment.paymentIntentId) return undefined;
  const disputes = ownDisputes(order);
  if (disputes.some(endsWarnings)) return undefined;
  // Stripe may have made the warning while the payment was refunded. If the refund has failed since, the warning is opened.
  const hasRefundFailed = ownRefunds(order).some(({ status }) => status === "failed");
  const nextOrder =
    isActionable || hasRefundFailed || disputes.length > 0
      ? withBalance(raiseAttention(order, "fraud-warning", warningId, actor))
      : withSettledWarning(order, warningId, actor);
  return { order: withHistory(nextOrder, actor, { what: "fraud reported by the bank" }), events: [] };
}

/** Stores an early fraud warning without opening it. The report of the refund or of the dispute may come later. */
const withSettledWarning = (order: StoredOrder, warningId: string, { now }: Actor): StoredOrder => ({
  ...order,
  settledWarnings: [
    ...(order.settledWarnings ?? []),
    { cause: "fraud-warning", about: warningId, since: now.toISOString() },
  ],
});

/**
 * `netCents`: the sum of the dispute's movements, negative if the shop has lost money. Stripe prevents a dispute by blocking it,
 * or by giving the money to the customer, which is a loss. https://docs.stripe.com/disputes/prevention-preview
 */
function statusOf(stripeStatus: string, netCents: number): Dispute["status"] {
  if (stripeStatus === "prevented" && netCents < 0) return "lost";
  return STATUS_BY_STRIPE_STATUS[stripeStatus] ?? "open";
}

function toStoredDispute(
  report: DisputeReport,
  previousDispute: StoredDispute | undefined,
  { now }: Actor,
): StoredDispute {
  const netCents = report.movements.reduce((sum, cents) => sum + cents, 0);
  const status = statusOf(report.status, netCents);
  const isLostWithoutMovements = status === "lost" && report.movements.length === 0;
  return {
    disputeId: report.disputeId,
    paymentIntentId: report.paymentIntentId,
    status,
    amount: toDollars(report.amount),
    withdrawn: toDollars(isLostWithoutMovements ? report.amount : Math.max(0, -netCents)),
    reason: report.reason,
    at: previousDispute?.at ?? now.toISOString(),
    toldAt: report.toldAt,
    moves: report.movements.length,
  };
}
