/** Pure: the outcome of a session's payment, for the visitor who has the session's id. */
import type { Output } from "../../shared/endpoint.ts";
import type { publicApi } from "../../shared/api-public.ts";
import type { PaymentStatus } from "../../shared/order-status.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { PAID_TWICE } from "./payment-rules.ts";
import { isRefunding } from "./refund-rules.ts";
import type { StoredOrder } from "./stored-order.ts";

type VerifyOutput = Output<typeof publicApi.verifyPayment>;
type PaymentOutcome = Pick<VerifyOutput, "paymentStatus" | "reason">;

const SHOWN_AS = {
  unpaid: "unpaid",
  processing: "unpaid",
  paid: "paid",
  failed: "failed",
  expired: "expired",
  refunded: "refunded",
  "partially-refunded": "paid",
  "needs-attention": "paid",
} as const satisfies Record<PaymentStatus, VerifyOutput["paymentStatus"]>;

export function paymentOutcome(order: StoredOrder, sessionId: string): PaymentOutcome {
  const shownStatus = SHOWN_AS[order.paymentStatus];
  if (order.unfulfilled)
    return {
      paymentStatus: shownStatus === "refunded" ? shownStatus : "refunding",
      reason: order.unfulfilled,
    };
  const paymentStatus = isRefunding(order) ? "refunding" : shownStatus;
  if (order.orderStatus === ORDER_STATUS.cancelled) return { paymentStatus, reason: "cancelled" };
  const isSecondPayment = order.history.some(({ what, to }) => what === PAID_TWICE && to === sessionId);
  return { paymentStatus, ...(isSecondPayment ? { reason: "paid-twice" as const } : {}) };
}
