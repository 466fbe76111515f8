/** Pure rules for an order's balance. Amounts are in cents. */
import type { Attention, AttentionCause } from "../../shared/attention.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { PaymentStatus } from "../../shared/order-status.ts";
import { isAllReturned } from "../../shared/order-total.ts";
import { closeAttention, openCauses } from "./attention-rules.ts";
import type { StoredOrder } from "./stored-order.ts";

const isOfPayment = (paymentIntentId: string | undefined) => (refundOrDispute: { paymentIntentId: string }) =>
  refundOrDispute.paymentIntentId === paymentIntentId;
const sumInCents = (dollars: readonly number[]): number =>
  dollars.reduce((cents, amount) => cents + toCents(amount), 0);

/** The refunds of the order's own payment, oldest first. */
export const ownRefunds = ({ refunds, payment }: StoredOrder) =>
  refunds.filter(isOfPayment(payment.paymentIntentId));

export const ownDisputes = ({ disputes = [], payment }: StoredOrder) =>
  disputes.filter(isOfPayment(payment.paymentIntentId));

/**
 * The balance of one payment of the order, by default of its own payment. If the customer has paid twice, the order's own
 * payment is the first. `total` is the order's total, also for a payment of another amount.
 */
export function balanceOf(order: StoredOrder, paymentIntentId = order.payment.paymentIntentId) {
  const refunds = order.refunds.filter(isOfPayment(paymentIntentId));
  const disputes = (order.disputes ?? []).filter(isOfPayment(paymentIntentId));
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

/**
 * Derives the order's sums and payment status from its refunds, disputes and open causes. Also closes the causes that a full
 * return of the money settles, and opens settled fraud warnings again if the refund that settled them has failed.
 */
export function withBalance(order: StoredOrder): StoredOrder {
  const { total, refunded, withdrawn, lost } = balanceOf(order);
  const { withdrawn: _, ...otherInfo } = order.financialInfo;
  const returned = refunded + lost;
  const settledOrder = closeSettledCauses(order);
  // While the rest of the money is on its way to the customer, a settled early fraud warning is not opened again.
  const nextOrder = isAllGoingBack(order) ? settledOrder : reopenWarnings(settledOrder);
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

/**
 * Closes the causes that are settled because the customer got all of a payment's money back. Early fraud warnings are moved
 * to `settledWarnings`, in case the refund fails.
 */
function closeSettledCauses(order: StoredOrder): StoredOrder {
  const isSettled = isSettledByRefund(order);
  const settledCauses = openCauses(order).filter(isSettled);
  if (settledCauses.length === 0) return order;
  const nextOrder = closeAttention(order, isSettled);
  const warnings = settledCauses.filter(({ cause }) => cause === "fraud-warning");
  return warnings.length === 0
    ? nextOrder
    : { ...nextOrder, settledWarnings: [...(order.settledWarnings ?? []), ...warnings] };
}

/** Opens the settled early fraud warnings again: the refund has failed. */
const reopenWarnings = ({ settledWarnings, ...order }: StoredOrder): StoredOrder =>
  settledWarnings ? { ...order, attention: [...openCauses(order), ...settledWarnings] } : order;

/** Whether all of the order's own payment went back to the customer, or is on its way. */
export function isAllGoingBack(order: StoredOrder): boolean {
  const { total, refunded, requested, lost } = balanceOf(order);
  return isAllReturned(refunded + requested + lost, total);
}

/** Whether refunds and lost disputes have returned all of a payment's money. */
function isPaymentReturned(order: StoredOrder, paymentIntentId: string | undefined): boolean {
  const { total, refunded, lost } = balanceOf(order, paymentIntentId);
  return isAllReturned(refunded + lost, total);
}

/** The causes about the order's own payment that are settled when all of its money went back. */
const SETTLED_CAUSES: readonly AttentionCause[] = ["paid-in-vain", "other", "fraud-warning"];

/** Whether a cause can be closed because the customer got all of the money back. */
const isSettledByRefund =
  (order: StoredOrder) =>
  ({ cause, about }: Attention): boolean => {
    if (cause !== "refund-failed")
      return SETTLED_CAUSES.includes(cause) && isPaymentReturned(order, order.payment.paymentIntentId);
    const refund = order.refunds.find(({ refundId }) => refundId === about);
    return refund !== undefined && isPaymentReturned(order, refund.paymentIntentId);
  };
