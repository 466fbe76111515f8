/** Pure rules of where an order's money is. Amounts are in cents here. */
import { toCents, toDollars } from "../../shared/money.ts";
import type { PaymentStatus } from "../../shared/order-status.ts";
import { closeAttention, openCauses } from "./attention-rules.ts";
import type { StoredOrder } from "./stored-order.ts";

const isOwn = (order: StoredOrder) => (part: { paymentIntentId: string }) =>
  part.paymentIntentId === order.payment.paymentIntentId;
const sumOf = (dollars: readonly number[]): number =>
  dollars.reduce((cents, amount) => cents + toCents(amount), 0);

/** Where the money of the order's own payment is. A payment made twice is refunded apart, and counts nowhere. */
export function moneyOf(order: StoredOrder) {
  const refunds = order.refunds.filter(isOwn(order));
  const disputes = (order.disputes ?? []).filter(isOwn(order));
  const amounts = (...statuses: (typeof refunds)[number]["status"][]) =>
    sumOf(refunds.filter(({ status }) => statuses.includes(status)).map(({ amount }) => amount));
  const isOver = ({ status }: (typeof disputes)[number]) => status === "lost" || status === "closed";
  return {
    total: toCents(order.financialInfo.total),
    refunded: amounts("succeeded"),
    /** Refunds that were asked for or are on their way. */
    asked: amounts("requested", "pending"),
    /** What disputes take from the shop at present. */
    withdrawn: sumOf(disputes.map(({ withdrawn }) => withdrawn)),
    /** The part of it that is gone for good. */
    lost: sumOf(disputes.filter(isOver).map(({ withdrawn }) => withdrawn)),
  };
}

/** The order with its sums, and with the payment status that follows from open causes and from the money. */
export function withMoney(order: StoredOrder): StoredOrder {
  const { total, refunded, withdrawn, lost } = moneyOf(order);
  const { withdrawn: _, ...info } = order.financialInfo;
  const back = refunded + lost;
  const next = back >= total ? closeAttention(order, isAnsweredByMoney(order)) : order;
  const status: PaymentStatus = back >= total ? "refunded" : back > 0 ? "partially-refunded" : "paid";
  const financialInfo = {
    ...info,
    refunded: toDollars(refunded),
    ...(withdrawn > 0 ? { withdrawn: toDollars(withdrawn) } : {}),
  };
  if (openCauses(next).length > 0) return { ...next, financialInfo, paymentStatus: "needs-attention" };
  return {
    ...next,
    financialInfo,
    paymentStatus: order.payment.paidSessionId ? status : order.paymentStatus,
  };
}

/** With all of the money back at the customer, these causes leave nothing to do. */
const isAnsweredByMoney = (order: StoredOrder) => {
  const own = order.refunds.filter(isOwn(order)).map(({ refundId }) => refundId);
  return ({ cause, about }: { cause: string; about: string }): boolean =>
    cause === "paid-in-vain" || cause === "other" || (cause === "refund-failed" && own.includes(about));
};
