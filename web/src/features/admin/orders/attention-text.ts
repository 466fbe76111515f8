import { ATTENTION_LABEL } from "../../../../../shared/attention.ts";
import { REQUEST_LABEL } from "../../../../../shared/customer-request.ts";
import { needsAttention } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";

/**
 * Why an admin should open the order: 'Asks to cancel the order, The customer disputes the payment'; '' without a reason. The
 * loss of all of the money needs nobody any more once it is acknowledged.
 */
export function attentionText(order: Pick<OrderSummary, "asks" | "doNotSend" | "paymentStatus">): string {
  const { asks = [], doNotSend } = order;
  const requestTexts = asks.map((kind) => REQUEST_LABEL[kind]);
  const doNotSendTexts = doNotSend && needsAttention(order) ? [ATTENTION_LABEL[doNotSend]] : [];
  return [...requestTexts, ...doNotSendTexts].join(", ");
}
