import type { EventType } from "../../../../../shared/event-types.ts";
import { PAUSE_AFTER_DAYS, type WebhookDelivery, type Webhook } from "../../../../../shared/webhooks.ts";
import { countText } from "../count-text.ts";
import type { BadgeContent } from "../state-badge.tsx";

export function webhookBadge({ state, pausedBy, failingSince, lastTry }: Webhook): BadgeContent {
  if (state === "paused")
    return pausedBy === "shop"
      ? { text: `Paused after ${PAUSE_AFTER_DAYS} days of failures`, tone: "danger", icon: "alert" }
      : { text: "Paused", tone: "neutral", icon: "pause" };
  if (failingSince !== undefined) return { text: "Failing", tone: "warn", icon: "alert" };
  return lastTry
    ? { text: "Working", tone: "ok", icon: "check-circle" }
    : { text: "Not tried yet", tone: "neutral", icon: "clock" };
}

export function deliveryBadge({ state, tries }: WebhookDelivery): BadgeContent {
  if (state === "delivered") return { text: "Delivered", tone: "ok", icon: "check-circle" };
  if (state === "failed") return { text: "Failed", tone: "danger", icon: "alert" };
  return tries === 0
    ? { text: "Waiting", tone: "neutral", icon: "clock" }
    : { text: "Will be tried again", tone: "warn", icon: "clock" };
}

/** The endpoint's last answer: '200 thanks', or why there was none. */
export function answerText({ lastTry, canSendAgain }: WebhookDelivery): string {
  // If a delivery was never tried and cannot be sent, its content was deleted with the customer's data.
  if (!lastTry) return canSendAgain ? "Not tried yet" : "The customer's data was deleted";
  return [lastTry.status, lastTry.answer].filter((part) => part !== undefined && part !== "").join(" ");
}

/** 'in 12 min', 'in 3 h'; `now` in ms. */
export function untilText(iso: string, now: number): string {
  const minutes = Math.round((Date.parse(iso) - now) / 60_000);
  if (minutes < 1) return "within a minute";
  return minutes < 90 ? `in ${minutes} min` : `in ${Math.round(minutes / 60)} h`;
}

/** '3 tries, the next in 12 min'; for a paused endpoint '3 tries, the next after Resume'. `now` in ms. */
export function triesText({ tries, nextTryAt }: WebhookDelivery, now: number, isPaused: boolean): string {
  const triesCountText = countText(tries, "try", "tries");
  return nextTryAt === undefined
    ? triesCountText
    : `${triesCountText}, the next ${isPaused ? "after Resume" : untilText(nextTryAt, now)}`;
}

/** A short description of each event, for the form. */
export const EVENT_TEXTS: Record<EventType, string> = {
  OrderPlaced: "Items are held, and the payment page opens",
  OrderPaid: "An order is paid: items and amounts, without the customer's data",
  OrderContact: "Name, addresses, phone and email of the customer of a paid order",
  OrderStatusChanged: "The status or the tracking number was changed",
  OrderReadyForPickup: "An order can be picked up",
  OrderMailRequested: "An admin sent an email again",
  OrderRequestUpdated: "A customer asked for something, or got an answer",
  OrderCancelled: "An order was cancelled",
  RefundRequested: "A refund was requested",
  OrderRefunded: "Money went back to the customer",
  RefundFailed: "A refund failed",
  DisputeUpdated: "A bank disputes a payment, or has decided",
  FulfilmentHoldChanged: "The items must not be sent for now, or may be sent again",
  CheckoutExpired: "A checkout ended without a payment",
  ConsentWithdrawn: "A customer wants no more news",
  OrderErased: "A customer's data must be deleted",
  TicketIssued: "A ticket is new, has a new code, or is valid again",
  TicketVoided: "A ticket is not valid any more",
  TicketCheckedIn: "Someone was let in with a ticket",
  StockLow: "Few items of a product are left",
  StockBack: "A sold-out product, size or color is available again",
  DifferencesFound: "Orders, Stripe, stock or figures differ",
};
