import { PAYMENT_STATUS_LABEL } from "../../../../shared/order-status.ts";
import type { IconName } from "../../ui/icon-paths.ts";
import type { Payment } from "./use-payment.ts";

/** How a payment stands, as this page shows it. */
export type Standing = "paid" | "processing" | "unpaid" | "failed" | "expired" | "refunded";

export type Words = {
  title: string;
  lead: string;
  icon: IconName;
  tone: "ok" | "warn" | "danger" | "neutral";
  /** What the paper is called; without it, none is shown. */
  paper?: "Receipt" | "Your order" | undefined;
};

/** What each standing is called and what it means for the customer. */
export const outcomes: Record<Standing, Words> = {
  paid: {
    title: "Payment Successful!",
    lead: "Your order has been processed successfully.",
    icon: "check-circle",
    tone: "ok",
    paper: "Receipt",
  },
  processing: {
    title: "Your payment is being processed",
    lead: "Your way of paying takes a while to confirm. Your items are kept for you, and the receipt is mailed to you as soon as the payment has arrived.",
    icon: "clock",
    tone: "warn",
    paper: "Your order",
  },
  unpaid: {
    title: "Payment not received yet",
    lead: "No payment for this order has reached us so far. If you left the payment page, you can go back to checkout and pay from there.",
    icon: "clock",
    tone: "warn",
    paper: "Your order",
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
  refunded: {
    title: "Payment Refunded",
    lead: "This order was paid and has been refunded to the card it was paid with.",
    icon: "refresh",
    tone: "neutral",
    paper: "Receipt",
  },
};

/** The server says 'unpaid' also of what is on its way; the receipt's status tells the two apart. */
export function standingOf({ paymentStatus, receipt }: Payment): Standing {
  const onItsWay = paymentStatus === "unpaid" && receipt.status === PAYMENT_STATUS_LABEL.processing;
  return onItsWay ? "processing" : paymentStatus;
}
