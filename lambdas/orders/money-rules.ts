/** Pure rules of an order's balance. Amounts are in cents. */
import { toCents, toDollars } from "../../shared/money.ts";
import type { PaymentStatus } from "../../shared/order-status.ts";
import { closeAttention, openCauses } from "./attention-rules.ts";
import type { StoredOrder } from "./stored-order.ts";

const isOwn = (order: StoredOrder) => (part: { paymentIntentId: string }) =>
  part.paymentIntentId === order.payment.paymentIntentId;
const sumOf = (dollars: readonly number[]): number =>
  dollars.reduce((cents, amount) => cents + toCents(amount), 0);

/** The balance of the order's own payment. A second payment is refunded separately and not counted. */
export function moneyOf(order: StoredOrder) {
  const refunds = order.refunds.filter(isOwn(order));
  const disputes = (order.disputes ?? []).filter(isOwn(order));
  const amounts = (...statuses: (typeof refunds)[number]["status"][]) =>
    sumOf(refunds.filter(({ status }) => statuses.includes(status)).map(({ amount }) => amount));
  const isOver = ({ status }: (typeof disputes)[number]) => status === "lost" || status === "closed";
  return {
    total: toCents(order.financialInfo.total),
    refunded: amounts("succeeded"),
    /** Refunds that are requested or pending. */
    asked: amounts("requested", "pending"),
    /** Currently withdrawn by disputes. */
    withdrawn: sumOf(disputes.map(({ withdrawn }) => withdrawn)),
    /** The part of it that is final. */
    lost: sumOf(disputes.filter(isOver).map(({ withdrawn }) => withdrawn)),
  };
}

/** Derives the order's sums and payment status from its refunds, disputes and open causes. */
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

/** Causes that need no admin any more once all of the money is back with the customer. */
const isAnsweredByMoney = (order: StoredOrder) => {
  const own = order.refunds.filter(isOwn(order)).map(({ refundId }) => refundId);
  return ({ cause, about }: { cause: string; about: string }): boolean =>
    cause === "paid-in-vain" || cause === "other" || (cause === "refund-failed" && own.includes(about));
};
