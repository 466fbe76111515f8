/** Pure rules of money that goes back. Amounts are in cents here. */
import type { RefundCause } from "../../shared/events.ts";
import { toDollars } from "../../shared/money.ts";
import { closeAttention, raiseAttention } from "./attention-rules.ts";
import type { Actor, Change, EventBody } from "./change.ts";
import { withHistory } from "./change.ts";
import { moneyOf, withMoney } from "./money-rules.ts";
import type { StoredOrder, StoredRefund } from "./stored-order.ts";

/** A refund to ask for; `paymentIntentId` says from which payment, `cause` why nobody had to ask. */
export type RefundRequest = {
  refundId: string;
  amount: number;
  reason: string;
  cause?: RefundCause;
  paymentIntentId: string;
};

/** Records that money is to go back, and tells the one function that gives it. */
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

/** Cents of the order's own payment that have not gone back, were not asked back, and are with the shop. */
export function refundable(order: StoredOrder): number {
  if (!order.payment.paidSessionId) return 0;
  const { total, refunded, asked, withdrawn } = moneyOf(order);
  return Math.max(0, total - refunded - asked - withdrawn);
}

/** Whether all that is left of the order's own payment was asked back, and has not gone yet. */
export function isRefunding(order: StoredOrder): boolean {
  if (!order.payment.paidSessionId || order.paymentStatus === "refunded") return false;
  return moneyOf(order).asked > 0 && (refundable(order) === 0 || order.unfulfilled !== undefined);
}

/** What Stripe says of one refund. `refundId` is ours, when it was asked for here. */
export type RefundState = {
  stripeRefundId: string;
  refundId?: string | undefined;
  paymentIntentId: string;
  amount: number;
  status: "pending" | "succeeded" | "failed";
};

/** A refund only moves up: one that succeeded can still fail, one that failed stays so. */
const RANK = { requested: 0, pending: 1, succeeded: 2, failed: 3 } as const;

/** The entry that the news is about: by Stripe's id, or by ours while no refund of Stripe's answers to it. */
const entryOf = (order: StoredOrder, news: RefundState): StoredRefund | undefined =>
  order.refunds.find(({ stripeRefundId }) => stripeRefundId === news.stripeRefundId) ??
  order.refunds.find(
    (refund) => refund.refundId === news.refundId && (!refund.stripeRefundId || isRefusedRefund(refund)),
  );

/**
 * A refund's news: ours by its id, or one made in Stripe's own dashboard. The result is the same in whatever order
 * and however often the news comes.
 */
export function applyRefund(order: StoredOrder, news: RefundState, actor: Actor): Change | undefined {
  const known = entryOf(order, news);
  const isStale = known?.stripeRefundId === news.stripeRefundId && RANK[news.status] <= RANK[known.status];
  if (isStale) return undefined;
  const isTaken = order.refunds.some(({ refundId }) => refundId === news.refundId);
  const entry: StoredRefund = {
    refundId: known?.refundId ?? (isTaken ? undefined : news.refundId) ?? news.stripeRefundId,
    amount: toDollars(news.amount),
    reason: known?.reason ?? REFUNDED_IN_STRIPE,
    at: known?.at ?? actor.now.toISOString(),
    paymentIntentId: news.paymentIntentId,
    stripeRefundId: news.stripeRefundId,
    status: news.status,
  };
  const refunds = known
    ? order.refunds.map((refund) => (refund === known ? entry : refund))
    : [...order.refunds, entry];
  const told = { ...order, refunds };
  const next = withMoney(
    news.status === "failed"
      ? raiseAttention(told, "refund-failed", entry.refundId, actor)
      : closeAttention(told, ({ about }) => about === entry.refundId),
  );
  return {
    order: withHistory(next, actor, { what: `refund ${news.status}`, to: entry.amount }),
    events: eventsOf(next, entry, known),
  };
}

const REFUNDED_IN_STRIPE = "Refunded in Stripe";
/** The reason of a refund that an admin asks for by itself. */
export const REFUNDED_BY_SHOP = "Refunded by the shop";
/** Of these a customer hears nothing before they succeed; of the others when the order was cancelled or in vain. */
const SILENT: readonly string[] = [REFUNDED_IN_STRIPE, REFUNDED_BY_SHOP];

function eventsOf(next: StoredOrder, entry: StoredRefund, known: StoredRefund | undefined): EventBody[] {
  const { refundId, amount, reason, status } = entry;
  const sums = { refundId, amount, refunded: next.financialInfo.refunded, paymentStatus: next.paymentStatus };
  if (status === "succeeded") return [{ type: "OrderRefunded", ...sums }];
  if (status !== "failed") return [];
  const announced = known?.status === "succeeded" || !SILENT.includes(reason);
  return [{ type: "RefundFailed", ...sums, announced }];
}

/** Stands for the id of a refund that Stripe would not make. */
const REFUSED = "refused_";
const isRefusedRefund = (refund: StoredRefund): boolean =>
  refund.stripeRefundId?.startsWith(REFUSED) ?? false;

/** Stripe would not make a refund that was asked for. One that it has taken on meanwhile is left to its own news. */
export function refuseRefund(
  order: StoredOrder,
  ask: Pick<RefundRequest, "refundId" | "amount" | "paymentIntentId">,
  actor: Actor,
): Change | undefined {
  const known = order.refunds.find(({ refundId }) => refundId === ask.refundId);
  if (known?.status !== "requested") return undefined;
  const news = { ...ask, stripeRefundId: `${REFUSED}${ask.refundId}`, status: "failed" } as const;
  return applyRefund(order, news, actor);
}
