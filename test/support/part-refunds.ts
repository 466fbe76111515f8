import { applyRefund, addRefundRequest, type RefundReport } from "../../lambdas/orders/refund-rules.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { withShares } from "../../shared/part-prices.ts";
import type { RefundedParts } from "../../shared/refund-reason.ts";

/** A refund of the payment `pi_1`. `amount` is in cents. */
type RefundAmount = { refundId: string; amount: number };
type Actor = Parameters<typeof addRefundRequest>[2];

/** The order after an admin has requested a refund of `parts`, or of the amount alone if there are no parts. */
export function requestPartRefund(
  order: StoredOrder,
  refund: RefundAmount,
  parts: RefundedParts,
  actor: Actor,
): StoredOrder {
  const lines = parts.lines ? { lines: withShares(order, parts.lines) } : {};
  const request = { ...parts, ...lines, ...refund, reason: "", paymentIntentId: "pi_1" };
  return addRefundRequest(order, request, actor).order;
}

/** The change of the order by Stripe's report about a refund; undefined if the report changes nothing. */
export const reportPartRefund = (
  order: StoredOrder,
  refund: RefundAmount,
  status: RefundReport["status"],
  actor: Actor,
) =>
  applyRefund(
    order,
    { ...refund, stripeRefundId: `re_${refund.refundId}`, paymentIntentId: "pi_1", status },
    actor,
  );
