import { ATTENTION_LABEL, causeOfRow } from "../../../../../shared/attention.ts";
import { REQUEST_LABEL } from "../../../../../shared/customer-request.ts";
import { needsAttention } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";

/**
 * Why an admin should open the order: 'Asks to cancel the order, The customer disputes the payment'; '' without a reason. If
 * all of the money went back, some of it by a lost dispute, the order keeps `disputeLost` after an admin has acknowledged the
 * dispute. `disputeLost` is no reason then, so `needsAttention` is checked too.
 */
export function attentionText(
  order: Pick<OrderSummary, "asks" | "doNotSend" | "disputeLost" | "paymentStatus">,
): string {
  const { asks = [] } = order;
  const requestTexts = asks.map((kind) => REQUEST_LABEL[kind]);
  const cause = causeOfRow(order);
  const doNotSendTexts = cause && needsAttention(order) ? [ATTENTION_LABEL[cause]] : [];
  return [...requestTexts, ...doNotSendTexts].join(", ");
}
