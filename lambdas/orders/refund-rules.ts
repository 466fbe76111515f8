/** Pure rules of money that goes back. Amounts are in cents here. */
import type { RefundCause } from "../../shared/events.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { PaymentStatus } from "../../shared/order-status.ts";
import type { Cause, Change, EventBody } from "./change.ts";
import { noted } from "./change.ts";
import type { StoredOrder, StoredRefund } from "./stored-order.ts";

/** A refund to ask for; `paymentIntentId` says from which payment, `cause` why nobody had to ask. */
export type Ask = {
  refundId: string;
  amount: number;
  reason: string;
  cause?: RefundCause;
  paymentIntentId: string;
};

/** Records that money is to go back, and tells the one function that gives it. */
export function askRefund(order: StoredOrder, ask: Ask, cause: Cause): Change {
  const amount = toDollars(ask.amount);
  const refund: StoredRefund = {
    refundId: ask.refundId,
    amount,
    status: "requested",
    reason: ask.reason,
    at: cause.now.toISOString(),
    paymentIntentId: ask.paymentIntentId,
  };
  return {
    order: noted({ ...order, refunds: [...order.refunds, refund] }, cause, {
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

const own = (order: StoredOrder) =>
  order.refunds.filter((refund) => refund.paymentIntentId === order.payment.paymentIntentId);
const sum = (refunds: readonly StoredRefund[]) =>
  refunds.reduce((cents, refund) => cents + toCents(refund.amount), 0);

/** Cents of the order's own payment that have not gone back and were not asked back. */
export function refundable(order: StoredOrder): number {
  if (!order.payment.paidSessionId) return 0;
  const gone = Math.max(
    toCents(order.financialInfo.refunded),
    sum(own(order).filter((r) => r.status === "succeeded")),
  );
  const asked = sum(own(order).filter((r) => r.status === "requested" || r.status === "pending"));
  return Math.max(0, toCents(order.financialInfo.total) - gone - asked);
}

/** Whether all that is left of the order's own payment was asked back, and has not gone yet. */
export function isRefunding(order: StoredOrder): boolean {
  if (!order.payment.paidSessionId || order.paymentStatus === "refunded") return false;
  const asked = own(order).some(({ status }) => status === "requested" || status === "pending");
  return asked && (refundable(order) === 0 || order.unfulfilled !== undefined);
}

/** What Stripe says of one refund. `refundId` is ours, when it was asked for here. */
export type StripeRefund = {
  stripeRefundId: string;
  refundId?: string | undefined;
  paymentIntentId: string;
  amount: number;
  status: "pending" | "succeeded" | "failed";
};

/** A refund's news: ours by its id, or one made in Stripe's own dashboard. Late and repeated news change nothing. */
export function applyRefund(order: StoredOrder, news: StripeRefund, cause: Cause): Change | undefined {
  const known = order.refunds.find(
    (refund) => refund.stripeRefundId === news.stripeRefundId || refund.refundId === news.refundId,
  );
  // What Stripe says of a refund that it made counts for more than its 'no' to a later request for the same one.
  const denied = known && isDenial(known) && known.stripeRefundId !== news.stripeRefundId;
  // A failed refund stays failed, and one that succeeded can only fail: older news are out of date.
  const stale =
    known &&
    !denied &&
    (known.status === "failed" || (known.status === "succeeded" && news.status === "pending"));
  if (stale || (!denied && known?.status === news.status && known.stripeRefundId)) return undefined;
  const entry: StoredRefund = {
    refundId: known?.refundId ?? news.refundId ?? news.stripeRefundId,
    amount: toDollars(news.amount),
    reason: known?.reason ?? "Refunded in Stripe",
    at: known?.at ?? cause.now.toISOString(),
    paymentIntentId: news.paymentIntentId,
    stripeRefundId: news.stripeRefundId,
    status: news.status,
  };
  const isNew = news.status === "succeeded" && known?.status !== "succeeded";
  const covered = isNew ? coveredBySums(order, news) : 0;
  const refunds = known
    ? order.refunds.map((refund) => (refund === known ? entry : refund))
    : [...order.refunds, entry];
  const next = withRefunded({ ...order, refunds: shrinkSums(refunds, news.paymentIntentId, covered) });
  const paymentStatus =
    news.status === "failed" && next.financialInfo.refunded < order.financialInfo.total
      ? "needs-attention"
      : next.paymentStatus;
  return {
    order: noted({ ...next, paymentStatus }, cause, { what: `refund ${news.status}`, to: entry.amount }),
    events: eventsOf(news.status === "failed" ? news.amount : isNew ? news.amount - covered : 0, {
      type: news.status === "failed" ? "RefundFailed" : "OrderRefunded",
      refundId: entry.refundId,
      refunded: next.financialInfo.refunded,
      paymentStatus,
    }),
  };
}

/** The one event about some cents, or none when there are none to tell of. */
const eventsOf = (
  cents: number,
  event: Omit<Extract<EventBody, { type: "OrderRefunded" | "RefundFailed" }>, "amount">,
): EventBody[] => (cents > 0 ? [{ ...event, amount: toDollars(cents) }] : []);

/** Stands for the id of a refund that Stripe would not make. */
const DENIED = "refused_";
const isDenial = (refund: StoredRefund): boolean => refund.stripeRefundId?.startsWith(DENIED) ?? false;

/** Stripe would not make a refund that was asked for. One that it has taken on meanwhile is left to its own news. */
export function refuseRefund(
  order: StoredOrder,
  ask: Pick<Ask, "refundId" | "amount" | "paymentIntentId">,
  cause: Cause,
): Change | undefined {
  const known = order.refunds.find(({ refundId }) => refundId === ask.refundId);
  if (known?.status !== "requested") return undefined;
  const news = { ...ask, stripeRefundId: `${DENIED}${ask.refundId}`, status: "failed" } as const;
  return applyRefund(order, news, cause);
}

/** The order with the sum of what went back of its own payment, and the payment status that follows from it. */
export function withRefunded(order: StoredOrder): StoredOrder {
  const refunded = sum(own(order).filter((refund) => refund.status === "succeeded"));
  const total = toCents(order.financialInfo.total);
  const attention = order.paymentStatus === "needs-attention" && refunded < total;
  const status: PaymentStatus = refunded >= total ? "refunded" : refunded > 0 ? "partially-refunded" : "paid";
  return {
    ...order,
    financialInfo: { ...order.financialInfo, refunded: toDollars(refunded) },
    paymentStatus: attention || !order.payment.paidSessionId ? order.paymentStatus : status,
  };
}

/** Ids of entries that stand for what a charge's sum of refunds told before the refunds themselves did. */
const SUM = "chg_";
const isSumOf = (refund: StoredRefund, paymentIntentId: string): boolean =>
  refund.refundId.startsWith(SUM) && !refund.stripeRefundId && refund.paymentIntentId === paymentIntentId;

/** Cents of a newly told refund that the order already counts. */
const coveredBySums = (order: StoredOrder, news: StripeRefund): number =>
  Math.min(news.amount, sum(order.refunds.filter((refund) => isSumOf(refund, news.paymentIntentId))));

function shrinkSums(
  refunds: readonly StoredRefund[],
  paymentIntentId: string,
  cents: number,
): StoredRefund[] {
  let left = cents;
  return refunds.flatMap((refund) => {
    if (!isSumOf(refund, paymentIntentId) || left === 0) return [refund];
    const taken = Math.min(left, toCents(refund.amount));
    left -= taken;
    const rest = toCents(refund.amount) - taken;
    return rest > 0 ? [{ ...refund, amount: toDollars(rest) }] : [];
  });
}

/** A charge and the sum, in cents, that went back from it so far. */
export type ChargeRefunded = { chargeId: string; paymentIntentId: string; amountRefunded: number };

/**
 * A charge's sum of refunds: what it tells beyond the refunds known so far is counted until they are told one by one.
 * A refund asked for here is left as it is, even of the same amount: it may be another one that went back.
 */
export function applyChargeRefunded(
  order: StoredOrder,
  charge: ChargeRefunded,
  cause: Cause,
): Change | undefined {
  const known = order.refunds.filter((refund) => refund.paymentIntentId === charge.paymentIntentId);
  const gap = charge.amountRefunded - sum(known.filter((refund) => refund.status === "succeeded"));
  if (gap <= 0) return undefined;
  const entry: StoredRefund = {
    refundId: `${SUM}${charge.chargeId}_${charge.amountRefunded}`,
    amount: toDollars(gap),
    status: "succeeded",
    reason: "Refunded in Stripe",
    at: cause.now.toISOString(),
    paymentIntentId: charge.paymentIntentId,
  };
  const next = withRefunded({ ...order, refunds: [...order.refunds, entry] });
  return {
    order: noted(next, cause, { what: "refund succeeded", to: entry.amount }),
    events: [
      {
        type: "OrderRefunded",
        refundId: entry.refundId,
        amount: entry.amount,
        refunded: next.financialInfo.refunded,
        paymentStatus: next.paymentStatus,
      },
    ],
  };
}
