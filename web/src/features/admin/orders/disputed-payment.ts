import type { Order } from "../../../../../shared/order.ts";

/** Whether a dispute of the payment is open: the bank has the money, and Stripe refuses refunds. */
export const isPaymentDisputed = (
  { disputes = [] }: Pick<Order, "disputes">,
  paymentId: string | undefined,
): boolean =>
  disputes.some(({ status, paymentIntentId }) => status === "open" && paymentIntentId === paymentId);

export const DISPUTED_PAYMENT_HINT =
  "The payment is disputed: Stripe refuses to refund it until the bank has decided.";
