/** Pure rules for refunds. Amounts of requests and reports are in cents, those of stored refunds and events in dollars. */
import type { AutomaticRefundCause } from "../../shared/refund-reason.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { OrderItem } from "../../shared/order.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { isAllReturned } from "../../shared/order-total.ts";
import { partsText } from "../../shared/refund-lines.ts";
import type { LinePieces, RefundedParts, RefundReason } from "../../shared/refund-reason.ts";
import { closeAttention, raiseAttention } from "./attention-rules.ts";
import type { Actor, Change, EventBody } from "./change.ts";
import { withHistory } from "./change.ts";
import { refundedFields, requestedItemsField } from "./event-amounts.ts";
import { balanceOf, isAllGoingBack, ownDisputes, ownRefunds, withBalance } from "./balance-rules.ts";
import type { RestockChoice, StoredOrder, StoredRefund } from "./stored-order.ts";

/**
 * A refund to request; `amount` is in cents. `cause` is set if the shop refunds by itself. Only an admin sets the parts and
 * the fields of `RefundReason`.
 */
export type RefundRequest = RefundedParts &
  RefundReason & {
    refundId: string;
    amount: number;
    reason: string;
    cause?: AutomaticRefundCause;
    paymentIntentId: string;
    restock?: RestockChoice;
    /** The pieces that were put back in stock with the request. */
    restocked?: OrderItem[];
  };

/** Records the request and emits RefundRequested, which `refund-payment` handles. */
export function addRefundRequest(order: StoredOrder, request: RefundRequest, actor: Actor): Change {
  const { cause, restocked, ...fields } = request;
  const amount = toDollars(request.amount);
  const refund: StoredRefund = { ...fields, amount, status: "requested", at: actor.now.toISOString() };
  const parts = partsText(order, request);
  const orderWithRefund = { ...order, refunds: [...order.refunds, refund] };
  const orderWithParts = parts
    ? withHistory(orderWithRefund, actor, { what: "refund for", to: parts })
    : orderWithRefund;
  return {
    order: withHistory(orderWithParts, actor, { what: "refund requested", to: amount }),
    events: [
      {
        type: "RefundRequested",
        refundId: request.refundId,
        amount,
        reason: request.reason,
        ...(cause ? { cause } : {}),
        ...(request.stripeReason ? { stripeReason: request.stripeReason } : {}),
        paymentIntentId: request.paymentIntentId,
        ...requestedItemsField(order, request),
        ...(restocked ? { restocked } : {}),
      },
    ],
  };
}

/** The part of the payment that can still be refunded, in cents. A second payment of the same order does not count. */
export function refundableCents(order: StoredOrder): number {
  if (!order.payment.paidSessionId) return 0;
  const { total, refunded, requested, withdrawn } = balanceOf(order);
  return Math.max(0, total - refunded - requested - withdrawn);
}

/**
 * Whether refunds on their way complete the return of all money; not while the bank still decides about a part. For an order
 * that was paid but cannot be fulfilled, any refund on its way is enough.
 */
export function isRefunding(order: StoredOrder): boolean {
  if (!order.payment.paidSessionId || order.paymentStatus === "refunded") return false;
  return balanceOf(order).requested > 0 && (isAllGoingBack(order) || order.unfulfilled !== undefined);
}

/** Whether the bank has taken a part of the payment for a dispute, and all other money went back or is on its way back. */
export function isRestReturned(order: StoredOrder): boolean {
  const { refunded, requested, withdrawn } = balanceOf(order);
  return withdrawn > 0 && refunded + requested > 0 && refundableCents(order) === 0;
}

export const isCancelledOrUnfulfilled = ({ orderStatus, unfulfilled }: StoredOrder): boolean =>
  unfulfilled !== undefined || orderStatus === ORDER_STATUS.cancelled;

/**
 * Whether the payment of a cancelled or unfulfilled order is disputed, so that the bank decides who gets the money. Until then,
 * Stripe refuses refunds with 'charge_disputed'. https://docs.stripe.com/error-codes#charge-disputed
 */
export function isMoneyDisputed(order: StoredOrder): boolean {
  const { total, refunded, lost } = balanceOf(order);
  if (!isCancelledOrUnfulfilled(order) || isRefunding(order) || isAllReturned(refunded + lost, total))
    return false;
  return ownDisputes(order).some(({ status }) => status === "open");
}

/** Whether the shop still has money of a cancelled or unfulfilled order because a refund failed. */
export const hasRefundFailed = (order: StoredOrder): boolean =>
  isCancelledOrUnfulfilled(order) &&
  !isRefunding(order) &&
  !isMoneyDisputed(order) &&
  refundableCents(order) > 0 &&
  failedCents(order) > 0;

const isOfAmountOnly = ({ lines = [], shipping }: RefundedParts): boolean => lines.length === 0 && !shipping;

const haveCommonPieces = (a: LinePieces, b: LinePieces): boolean =>
  a.line === b.line && (!a.seats || !b.seats || a.seats.some((seat) => b.seats?.includes(seat)));

/** Whether a refund repeats an earlier one that failed: both have a part in common, or one of them is of an amount only. */
const isRepetition = (refund: RefundedParts, failedRefund: RefundedParts): boolean =>
  isOfAmountOnly(refund) ||
  isOfAmountOnly(failedRefund) ||
  (refund.shipping === true && failedRefund.shipping === true) ||
  (refund.lines ?? []).some((a) => (failedRefund.lines ?? []).some((b) => haveCommonPieces(a, b)));

/**
 * The cents of failed refunds that were not refunded again. The sum grows when a refund fails, and shrinks when its repetition
 * is requested later.
 */
function failedCents(order: StoredOrder): number {
  const steps = ownRefunds(order).flatMap((refund) => [
    { at: refund.at, refund, isFailure: false },
    ...(refund.status === "failed" ? [{ at: refund.failedAt ?? refund.at, refund, isFailure: true }] : []),
  ]);
  const failures: { refund: StoredRefund; cents: number }[] = [];
  for (const { refund, isFailure } of steps.toSorted((a, b) => a.at.localeCompare(b.at))) {
    let cents = toCents(refund.amount);
    if (isFailure) {
      failures.push({ refund, cents });
      continue;
    }
    for (const failure of failures.filter((earlier) => isRepetition(refund, earlier.refund))) {
      const repeatedCents = Math.min(cents, failure.cents);
      failure.cents -= repeatedCents;
      cents -= repeatedCents;
    }
  }
  return failures.reduce((sum, failure) => sum + failure.cents, 0);
}

/** A refund as Stripe reports it; `amount` is in cents. `refundId` is the shop's id, if the shop requested the refund. */
export type RefundReport = {
  stripeRefundId: string;
  refundId?: string | undefined;
  paymentIntentId: string;
  amount: number;
  status: "pending" | "succeeded" | "failed";
};

/** The status of one refund at Stripe only advances: a succeeded refund can still fail, a failed refund stays failed. */
const STATUS_RANK = { requested: 0, pending: 1, succeeded: 2, failed: 3 } as const;

/**
 * The stored refund that a report is about: the refund with Stripe's id, or else the refund with the shop's id that has no
 * Stripe id yet, or only the id of a refusal.
 */
const storedRefundOf = (order: StoredOrder, report: RefundReport): StoredRefund | undefined =>
  order.refunds.find(({ stripeRefundId }) => stripeRefundId === report.stripeRefundId) ??
  order.refunds.find(
    (refund) => refund.refundId === report.refundId && (!refund.stripeRefundId || isRefusedRefund(refund)),
  );

/** Whether a report only confirms the refund as an admin has seen it: the amount is the same, and it has not failed. */
const confirmsSeenRefund = (refund: StoredRefund, previousRefund: StoredRefund): boolean =>
  refund.status !== "failed" && previousRefund.status !== "failed" && refund.amount === previousRefund.amount;

/**
 * Applies a report about a refund that the shop requested, or that someone made in Stripe's dashboard.
 * Commutative and idempotent.
 */
export function applyRefund(order: StoredOrder, report: RefundReport, actor: Actor): Change | undefined {
  const previousRefund = storedRefundOf(order, report);
  const isStale =
    previousRefund?.stripeRefundId === report.stripeRefundId &&
    STATUS_RANK[report.status] <= STATUS_RANK[previousRefund.status];
  if (isStale) return undefined;
  const isIdTaken = order.refunds.some(({ refundId }) => refundId === report.refundId);
  const updatedRefund: StoredRefund = {
    ...previousRefund,
    refundId: previousRefund?.refundId ?? (isIdTaken ? undefined : report.refundId) ?? report.stripeRefundId,
    amount: toDollars(report.amount),
    reason: previousRefund?.reason ?? REFUNDED_IN_STRIPE,
    at: previousRefund?.at ?? actor.now.toISOString(),
    paymentIntentId: report.paymentIntentId,
    stripeRefundId: report.stripeRefundId,
    status: report.status,
    ...(report.status === "failed" ? { failedAt: actor.now.toISOString() } : {}),
  };
  const refunds = previousRefund
    ? order.refunds.map((refund) => (refund === previousRefund ? updatedRefund : refund))
    : [...order.refunds, updatedRefund];
  const orderWithRefund = { ...order, refunds };
  const nextOrder = withBalance(
    report.status === "failed"
      ? raiseAttention(orderWithRefund, "refund-failed", updatedRefund.refundId, actor)
      : closeAttention(orderWithRefund, ({ about }) => about === updatedRefund.refundId),
  );
  return {
    order: withHistory(nextOrder, actor, { what: `refund ${report.status}`, to: updatedRefund.amount }),
    events: eventsOf(nextOrder, updatedRefund, previousRefund),
    isFollowUp: previousRefund !== undefined && confirmsSeenRefund(updatedRefund, previousRefund),
  };
}

const REFUNDED_IN_STRIPE = "Refunded in Stripe";
/** The reason of a refund that an admin requests without a cancellation. */
export const REFUNDED_BY_SHOP = "Refunded by the shop";
/** The reason of a refund that was requested with a cancellation. */
export const REFUNDED_BY_CANCELLATION = "Order cancelled";
/** The reasons of refunds for which the customer gets no mail before the refund succeeds. */
const UNANNOUNCED_REASONS: readonly string[] = [REFUNDED_IN_STRIPE, REFUNDED_BY_SHOP];

/**
 * The events about a reported refund. A pending refund of the order's own payment that somebody made in Stripe's dashboard emits
 * RefundRequested too: its money is on its way, so consumers must not send the items, and the tickets are void.
 */
function eventsOf(
  nextOrder: StoredOrder,
  refund: StoredRefund,
  previousRefund: StoredRefund | undefined,
): EventBody[] {
  const { refundId, amount, reason, status, paymentIntentId } = refund;
  const details = {
    refundId,
    amount,
    refunded: nextOrder.financialInfo.refunded,
    paymentStatus: nextOrder.paymentStatus,
  };
  if (status === "succeeded")
    return [{ type: "OrderRefunded", ...details, ...refundedFields(nextOrder, refund) }];
  if (status === "pending")
    return previousRefund?.status === "requested" || paymentIntentId !== nextOrder.payment.paymentIntentId
      ? []
      : [{ type: "RefundRequested", refundId, amount, reason, paymentIntentId }];
  if (status !== "failed") return [];
  const announced = previousRefund?.status === "succeeded" || !UNANNOUNCED_REASONS.includes(reason);
  return [{ type: "RefundFailed", ...details, announced }];
}

/** Prefix of the `stripeRefundId` of a refund that Stripe refused to make. */
const REFUSED_PREFIX = "refused_";
export const isRefusedRefund = (refund: StoredRefund): boolean =>
  refund.stripeRefundId?.startsWith(REFUSED_PREFIX) ?? false;

/** Records that Stripe refused a requested refund. Changes nothing if Stripe has already reported the refund. */
export function refuseRefund(
  order: StoredOrder,
  request: Pick<RefundRequest, "refundId" | "amount" | "paymentIntentId">,
  actor: Actor,
): Change | undefined {
  const storedRefund = order.refunds.find(({ refundId }) => refundId === request.refundId);
  if (storedRefund?.status !== "requested") return undefined;
  const report = {
    ...request,
    stripeRefundId: `${REFUSED_PREFIX}${request.refundId}`,
    status: "failed",
  } as const;
  return applyRefund(order, report, actor);
}
