import { ATTENTION_LABEL } from "../../../../../shared/attention.ts";
import { REQUEST_LABEL } from "../../../../../shared/customer-request.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";

/** Why an admin should open the order: 'Asks to cancel the order, The customer disputes the payment'; '' without a reason. */
export const attentionText = ({ asks = [], doNotSend }: Pick<OrderSummary, "asks" | "doNotSend">): string =>
  [...asks.map((kind) => REQUEST_LABEL[kind]), ...(doNotSend ? [ATTENTION_LABEL[doNotSend]] : [])].join(", ");
