import { delivery } from "./delivery.ts";

export const REFUND_FAILED_LEAD =
  "We tried to refund your payment. It did not go through: the money has not reached you and is still with us. We are working on it and will write to you. If your card was closed or replaced, please write to us with your order number.";

export const DISPUTED_LEAD =
  "This payment is disputed, and your bank decides whether the money goes back to you. Until then we cannot refund it. Please ask your bank, or write to us with your order number.";

/** For a cancelled order whose dispute the shop has lost. */
export const RETURNED_BY_BANK = "Your bank has already given the money back to you.";

/** What the pages after a payment say of an order whose whole payment goes or went back to the customer. */
export const refundTexts = {
  refunding: {
    title: "Your money goes back",
    lead: `All that you paid goes back to the card you paid with. ${delivery.refund}`,
  },
  "refund-failed": {
    title: "Your refund did not go through",
    lead: REFUND_FAILED_LEAD,
  },
  disputed: {
    title: "Your bank decides about your payment",
    lead: DISPUTED_LEAD,
  },
  refunded: {
    title: "Payment Refunded",
    lead: "This order was paid and has been refunded to the card it was paid with.",
  },
} as const;
