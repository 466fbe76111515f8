import { delivery } from "../../../../../shared/site/delivery.ts";
import {
  disputedText,
  REFUND_FAILED_LEAD,
  refundTexts,
  restOnItsWayText,
  returnedText,
} from "../../../../../shared/site/refund-texts.ts";
import type { IconName } from "../../../ui/icon.tsx";
import { isProcessing } from "../processing-orders.ts";
import type { Payment } from "./use-payment.ts";

export type PaymentOutcome =
  | "paid"
  | "processing"
  | "unpaid"
  | "failed"
  | "expired"
  | "refunding"
  | "refund-failed"
  | "disputed"
  | "refunded";

export type OutcomeText = {
  title: string;
  lead: string;
  icon: IconName;
  tone: "ok" | "warn" | "danger" | "neutral";
  /** The title of the receipt. Undefined if the page shows no receipt. */
  receiptTitle?: "Receipt" | "Your order" | undefined;
};

/** The text for each outcome, if the server sends no `reason`. */
const outcomeTexts: Record<PaymentOutcome, OutcomeText> = {
  paid: {
    title: "Payment Successful!",
    lead: "Your order has been processed successfully.",
    icon: "check-circle",
    tone: "ok",
    receiptTitle: "Receipt",
  },
  processing: {
    title: "Your payment is being processed",
    lead: "Your way of paying takes a while to confirm. Your items are kept for you, and the receipt is mailed to you as soon as the payment has arrived. If it fails, we tell you by email.",
    icon: "clock",
    tone: "warn",
    receiptTitle: "Your order",
  },
  unpaid: {
    title: "Payment not received yet",
    lead: "No payment for this order has reached us so far. If you left the payment page, you can go back to checkout and pay from there.",
    icon: "clock",
    tone: "warn",
    receiptTitle: "Your order",
  },
  failed: {
    title: "Payment Failed",
    lead: "The payment did not go through, and the order was not placed. Nothing was taken from your account.",
    icon: "alert",
    tone: "danger",
  },
  expired: {
    title: "Payment Expired",
    lead: "The payment page was closed before anything was paid. No charges have been made.",
    icon: "clock",
    tone: "danger",
  },
  refunding: {
    ...refundTexts.refunding,
    icon: "refresh",
    tone: "warn",
    receiptTitle: "Your order",
  },
  "refund-failed": {
    ...refundTexts["refund-failed"],
    icon: "alert",
    tone: "danger",
    receiptTitle: "Your order",
  },
  disputed: {
    ...refundTexts.disputed,
    icon: "alert",
    tone: "warn",
    receiptTitle: "Your order",
  },
  refunded: {
    ...refundTexts.refunded,
    icon: "refresh",
    tone: "neutral",
    receiptTitle: "Receipt",
  },
};

type ReasonTexts = Partial<Record<NonNullable<Payment["reason"]>, Partial<OutcomeText>>>;

const cancelledUnpaidTexts: ReasonTexts = {
  cancelled: {
    title: "Order Cancelled",
    lead: "This order was cancelled before it was paid. No charges have been made.",
  },
};

/** The texts that replace parts of an outcome's text, by the server's `reason`. */
const reasonTexts: Partial<Record<PaymentOutcome, ReasonTexts>> = {
  paid: {
    "paid-twice": {
      lead: `Your order has been processed successfully. You paid for it twice: the second payment goes back to the payment method you used for it. ${delivery.refund}`,
    },
    cancelled: {
      title: "Order Cancelled",
      lead: "This order was paid, and cancelled afterwards. If you expect money back, please write to us with your order number.",
      icon: "close",
      tone: "neutral",
    },
  },
  processing: {
    cancelled: {
      title: "Order Cancelled",
      lead: "This order was cancelled while your payment was on its way. If the payment arrives, all of it goes back to the payment method you used.",
    },
  },
  expired: cancelledUnpaidTexts,
  failed: cancelledUnpaidTexts,
  refunding: {
    "sold-out": {
      title: "Sold out: your money goes back",
      lead: `Your payment arrived after its time had run out, and by then the last of these items was sold. We are sorry. All that you paid goes back to the payment method you used. ${delivery.refund}`,
    },
    cancelled: {
      title: "Order cancelled: your money goes back",
      lead: `This order was cancelled. All that you paid goes back to the payment method you used. ${delivery.refund}`,
    },
  },
  "refund-failed": {
    "sold-out": {
      title: "Sold out: your refund did not go through",
      lead: `Your payment arrived after its time had run out, and by then the last of these items was sold. We are sorry. ${REFUND_FAILED_LEAD}`,
    },
    cancelled: {
      title: "Order cancelled: your refund did not go through",
      lead: `This order was cancelled. ${REFUND_FAILED_LEAD}`,
    },
  },
  disputed: {
    "sold-out": { title: "Sold out: your bank decides about your payment" },
    cancelled: { title: "Order cancelled: your bank decides about your payment" },
  },
  refunded: {
    "sold-out": {
      lead: `Your payment arrived after the last of these items was sold. All that you paid was refunded to the payment method you used. ${delivery.refund}`,
    },
    cancelled: {
      lead: `This order was cancelled, and all that you paid was refunded to the payment method you used. ${delivery.refund}`,
    },
  },
};

/**
 * The lead for 'disputed', and for 'refunding' or 'refunded' if lost disputes returned all or a part of the payment; otherwise
 * undefined.
 */
function leadWithAmounts({ receipt }: Payment, outcome: PaymentOutcome): string | undefined {
  if (outcome === "disputed") return disputedText(receipt);
  if (!receipt.returnedByBank) return undefined;
  if (outcome === "refunding") return restOnItsWayText(receipt);
  return outcome === "refunded" ? returnedText(receipt) : undefined;
}

export function outcomeText(payment: Payment): OutcomeText {
  const outcome = outcomeOf(payment);
  const reasonText = payment.reason === undefined ? {} : reasonTexts[outcome]?.[payment.reason];
  const text = { ...outcomeTexts[outcome], ...reasonText };
  return { ...text, lead: leadWithAmounts(payment, outcome) ?? text.lead };
}

export const outcomeOf = (payment: Payment): PaymentOutcome =>
  isProcessing(payment) ? "processing" : payment.paymentStatus;
