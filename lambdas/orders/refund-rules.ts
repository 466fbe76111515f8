/** Pure rules of refunds. Amounts are in cents. */
import type { RefundCause } from "../../shared/events.ts";
import { toDollars } from "../../shared/money.ts";
import { closeAttention, raiseAttention } from "./attention-rules.ts";
import type { Actor, Change, EventBody } from "./change.ts";
import { withHistory } from "./change.ts";
import { moneyOf, withMoney } from "./money-rules.ts";
import type { StoredOrder, StoredRefund } from "./stored-order.ts";

/** A refund to request. `cause` is set when the shop refunds by itself. */
export type RefundRequest = {
  refundId: string;
  amount: number;
  reason: string;
  cause?: RefundCause;
  paymentIntentId: string;
};

/** Records the request and emits RefundRequested, which `refund-payment` handles. */
export function requestRefund(order: StoredOrder, ask: RefundRequest, actor: Actor): Change {
  const amount = toDollars(ask.amount);
  const refund: StoredRefund = {
    refundId: ask.refundId,
    amount,
    status: "requested",
    reason: ask.reason,
    at: actor.now.toISOString(),
    paymentIntentId: ask.paymentIntentId,
  };
  return {
    order: withHistory({ ...order, refunds: [...order.refunds, refund] }, actor, {
      what: "refund requested",
      to: amount,
    }),
    events: [
      {
        type: "RefundRequested",
        refundId: ask.refundId,
        amount,
        reason: ask.reason,
        ...(ask.cause ? { cause: ask.cause } : {}),
        paymentIntentId: ask.paymentIntentId,
      },
    ],
  };
}

/** Cents of the order's own payment that can still be refunded. */
export function refundable(order: StoredOrder): number {
  if (!order.payment.paidSessionId) return 0;
  const { total, refunded, asked, withdrawn } = moneyOf(order);
  return Math.max(0, total - refunded - asked - withdrawn);
}

/** Whether the rest of the order's own payment is being refunded. */
export function isRefunding(order: StoredOrder): boolean {
  if (!order.payment.paidSessionId || order.paymentStatus === "refunded") return false;
  return moneyOf(order).asked > 0 && (refundable(order) === 0 || order.unfulfilled !== undefined);
}

/** A refund as Stripe reports it. `refundId` is ours, if the shop requested it. */
export type RefundState = {
  stripeRefundId: string;
  refundId?: string | undefined;
  paymentIntentId: string;
  amount: number;
  status: "pending" | "succeeded" | "failed";
};

/** Statuses only advance: a succeeded refund can still fail, a failed one stays failed. */
const RANK = { requested: 0, pending: 1, succeeded: 2, failed: 3 } as const;

/** The stored refund of a report: by Stripe's id, else by ours if no refund of Stripe has it yet. */
const entryOf = (order: StoredOrder, report: RefundState): StoredRefund | undefined =>
  order.refunds.find(({ stripeRefundId }) => stripeRefundId === report.stripeRefundId) ??
  order.refunds.find(
    (refund) => refund.refundId === report.refundId && (!refund.stripeRefundId || isRefusedRefund(refund)),
  );

/**
 * Applies a report of a refund that the shop requested, or that was made in Stripe's dashboard. Commutative and
 * idempotent.
 */
export function applyRefund(order: StoredOrder, report: RefundState, actor: Actor): Change | undefined {
  const known = entryOf(order, report);
  const isStale =
    known?.stripeRefundId === report.stripeRefundId && RANK[report.status] <= RANK[known.status];
  if (isStale) return undefined;
  const isTaken = order.refunds.some(({ refundId }) => refundId === report.refundId);
  const entry: StoredRefund = {
    refundId: known?.refundId ?? (isTaken ? undefined : report.refundId) ?? report.stripeRefundId,
    amount: toDollars(report.amount),
    reason: known?.reason ?? REFUNDED_IN_STRIPE,
    at: known?.at ?? actor.now.toISOString(),
    paymentIntentId: report.paymentIntentId,
    stripeRefundId: report.stripeRefundId,
    status: report.status,
  };
  const refunds = known
    ? order.refunds.map((refund) => (refund === known ? entry : refund))
    : [...order.refunds, entry];
  const told = { ...order, refunds };
  const next = withMoney(
    report.status === "failed"
      ? raiseAttention(told, "refund-failed", entry.refundId, actor)
      : closeAttention(told, ({ about }) => about === entry.refundId),
  );
  return {
    order: withHistory(next, actor, { what: `refund ${report.status}`, to: entry.amount }),
    events: eventsOf(next, entry, known),
  };
}

const REFUNDED_IN_STRIPE = "Refunded in Stripe";
/** The reason of a refund that an admin requests without a cancellation. */
export const REFUNDED_BY_SHOP = "Refunded by the shop";
/** Refunds that no mail has announced before they succeed. */
const UNANNOUNCED: readonly string[] = [REFUNDED_IN_STRIPE, REFUNDED_BY_SHOP];

function eventsOf(next: StoredOrder, entry: StoredRefund, known: StoredRefund | undefined): EventBody[] {
  const { refundId, amount, reason, status } = entry;
  const sums = { refundId, amount, refunded: next.financialInfo.refunded, paymentStatus: next.paymentStatus };
  if (status === "succeeded") return [{ type: "OrderRefunded", ...sums }];
  if (status !== "failed") return [];
  const announced = known?.status === "succeeded" || !UNANNOUNCED.includes(reason);
  return [{ type: "RefundFailed", ...sums, announced }];
}

/** Prefix of the id of a refund that Stripe refused to make. */
const REFUSED = "refused_";
const isRefusedRefund = (refund: StoredRefund): boolean =>
  refund.stripeRefundId?.startsWith(REFUSED) ?? false;

/** Records that Stripe refused a requested refund. A refund that Stripe has reported meanwhile stays as it is. */
export function refuseRefund(
  order: StoredOrder,
  ask: Pick<RefundRequest, "refundId" | "amount" | "paymentIntentId">,
  actor: Actor,
): Change | undefined {
  const known = order.refunds.find(({ refundId }) => refundId === ask.refundId);
  if (known?.status !== "requested") return undefined;
  const report = { ...ask, stripeRefundId: `${REFUSED}${ask.refundId}`, status: "failed" } as const;
  return applyRefund(order, report, actor);
}
