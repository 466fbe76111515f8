/** Pure: the outcome of a session's payment, for the visitor who has the session's id. */
import type { Output } from "../../shared/endpoint.ts";
import type { publicApi } from "../../shared/api-public.ts";
import { toCents } from "../../shared/money.ts";
import type { PaymentStatus } from "../../shared/order-status.ts";
import { ORDER_STATUS, statusWithoutAttention } from "../../shared/order-status.ts";
import { balanceOf } from "./balance-rules.ts";
import { PAID_TWICE } from "./payment-rules.ts";
import { hasRefundFailed, isMoneyDisputed, isRefunding } from "./refund-rules.ts";
import type { StoredOrder } from "./stored-order.ts";
import { toSummary } from "./stored-order.ts";

type VerifyOutput = Output<typeof publicApi.verifyPayment>;
type PaymentOutcome = Pick<VerifyOutput, "paymentStatus" | "reason">;

/** A 'processing' payment is reported as 'unpaid'; the receipt's status shows the difference. */
const SHOWN_AS = {
  unpaid: "unpaid",
  processing: "unpaid",
  paid: "paid",
  failed: "failed",
  expired: "expired",
  refunded: "refunded",
  "partially-refunded": "paid",
} as const satisfies Record<Exclude<PaymentStatus, "needs-attention">, VerifyOutput["paymentStatus"]>;

function shownStatus(order: StoredOrder): PaymentOutcome["paymentStatus"] {
  if (isRefunding(order)) return "refunding";
  if (isMoneyDisputed(order)) return "disputed";
  if (hasRefundFailed(order)) return "refund-failed";
  // If the customer paid less than the total, a complete refund does not set the status 'refunded'.
  return order.unfulfilled ? "refunded" : SHOWN_AS[statusWithoutAttention(toSummary(order))];
}

export function paymentOutcome(order: StoredOrder, sessionId: string): PaymentOutcome {
  const paymentStatus = shownStatus(order);
  if (order.unfulfilled) return { paymentStatus, reason: order.unfulfilled };
  if (order.orderStatus === ORDER_STATUS.cancelled) return { paymentStatus, reason: "cancelled" };
  const isSecondPayment = order.history.some(({ what, to }) => what === PAID_TWICE && to === sessionId);
  return {
    paymentStatus,
    ...(isSecondPayment && !isSecondPaymentKept(order) ? { reason: "paid-twice" as const } : {}),
  };
}

/** Whether the refund of a second payment has failed, and the other refunds do not return all of this payment. */
const isSecondPaymentKept = (order: StoredOrder): boolean =>
  order.refunds
    .filter(({ reason, status }) => reason === PAID_TWICE && status === "failed")
    .some(({ amount, paymentIntentId }) => {
      const { refunded, requested } = balanceOf(order, paymentIntentId);
      return refunded + requested < toCents(amount);
    });
