/** Pure rules for an order's balance. Amounts are in cents. */
import { toCents, toDollars } from "../../shared/money.ts";
import type { PaymentStatus } from "../../shared/order-status.ts";
import { isAllReturned } from "../../shared/order-total.ts";
import { closeAttention, openCauses } from "./attention-rules.ts";
import type { StoredOrder } from "./stored-order.ts";

const isOwnPayment = (order: StoredOrder) => (refundOrDispute: { paymentIntentId: string }) =>
  refundOrDispute.paymentIntentId === order.payment.paymentIntentId;
export const sumInCents = (dollars: readonly number[]): number =>
  dollars.reduce((cents, amount) => cents + toCents(amount), 0);

/** The refunds of the order's own payment, oldest first. */
export const ownRefunds = (order: StoredOrder) => order.refunds.filter(isOwnPayment(order));

/** The balance of the order's own payment. A second payment is refunded separately and does not count. */
export function balanceOf(order: StoredOrder) {
  const refunds = ownRefunds(order);
  const disputes = (order.disputes ?? []).filter(isOwnPayment(order));
  const sumWithStatus = (...statuses: (typeof refunds)[number]["status"][]) =>
    sumInCents(refunds.filter(({ status }) => statuses.includes(status)).map(({ amount }) => amount));
  const isFinal = ({ status }: (typeof disputes)[number]) => status === "lost" || status === "closed";
  return {
    total: toCents(order.financialInfo.total),
    refunded: sumWithStatus("succeeded"),
    /** Refunds that are requested or pending. */
    requested: sumWithStatus("requested", "pending"),
    /** The amount that disputes currently withdraw. */
    withdrawn: sumInCents(disputes.map(({ withdrawn }) => withdrawn)),
    /** The part of `withdrawn` that is final. */
    lost: sumInCents(disputes.filter(isFinal).map(({ withdrawn }) => withdrawn)),
  };
}

/** Derives the order's sums and payment status from its refunds, disputes and open causes. */
export function withBalance(order: StoredOrder): StoredOrder {
  const { total, refunded, requested, withdrawn, lost } = balanceOf(order);
  const { withdrawn: _, ...otherInfo } = order.financialInfo;
  const returned = refunded + lost;
  const nextOrder = isAllReturned(returned, total)
    ? closeSettledCauses(order)
    : reopenWarnings(order, isAllReturned(returned + requested, total));
  const status = statusOf(returned, total);
  const financialInfo = {
    ...otherInfo,
    refunded: toDollars(refunded),
    ...(withdrawn > 0 ? { withdrawn: toDollars(withdrawn) } : {}),
  };
  if (openCauses(nextOrder).length > 0)
    return { ...nextOrder, financialInfo, paymentStatus: "needs-attention" };
  return {
    ...nextOrder,
    financialInfo,
    paymentStatus: order.payment.paidSessionId ? status : order.paymentStatus,
  };
}

function statusOf(returned: number, total: number): PaymentStatus {
  if (isAllReturned(returned, total)) return "refunded";
  return returned > 0 ? "partially-refunded" : "paid";
}

/** Closes the causes that are settled because the customer got all of the money back. Warnings of fraud are kept. */
function closeSettledCauses(order: StoredOrder): StoredOrder {
  const warnings = openCauses(order).filter(({ cause }) => cause === "fraud-warning");
  const nextOrder = closeAttention(order, isSettledByRefund(order));
  return warnings.length === 0
    ? nextOrder
    : { ...nextOrder, settledWarnings: [...(order.settledWarnings ?? []), ...warnings] };
}

/**
 * Opens the settled warnings of fraud again, because the refund has failed. `isReturning`: the rest of the money is on its way
 * to the customer, so the warnings stay settled until this refund succeeds or fails.
 */
function reopenWarnings(order: StoredOrder, isReturning: boolean): StoredOrder {
  const { settledWarnings, ...otherFields } = order;
  return settledWarnings && !isReturning
    ? { ...otherFields, attention: [...openCauses(order), ...settledWarnings] }
    : order;
}

/** Whether a cause can be closed because the customer got all of the money back. */
const isSettledByRefund = (order: StoredOrder) => {
  const ownRefundIds = ownRefunds(order).map(({ refundId }) => refundId);
  return ({ cause, about }: { cause: string; about: string }): boolean =>
    cause === "paid-in-vain" ||
    cause === "other" ||
    cause === "fraud-warning" ||
    (cause === "refund-failed" && ownRefundIds.includes(about));
};
