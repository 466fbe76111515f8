import {
  ATTENTION_ADVICE,
  type AttentionCause,
  CAUSES_BY_CUSTOMER,
  type DoNotSendCause,
} from "../../../../../shared/attention.ts";
import { countryName } from "../../../../../shared/country-codes.ts";
import { eventLine } from "../../../../../shared/event-text.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import type { UnfulfilledReason } from "../../../../../shared/order-status.ts";
import { ORDER_STATUS, PAYMENT_STATUS_LABEL, PaymentStatus } from "../../../../../shared/order-status.ts";
import { customerName, deliveryOf } from "../../../../../shared/order-summary.ts";
import type { Delivery, HistoryEntry, Order } from "../../../../../shared/order.ts";
import { cityLine } from "../../../../../shared/postal-address.ts";
import { TICKET } from "../../../../../shared/product.ts";
import { piecesText } from "../../../../../shared/refund-lines.ts";
import { remainingItems } from "../../../../../shared/remaining-items.ts";
import { seatsOnSale } from "../../../../../shared/tickets/tickets-of-order.ts";
import { SHOP_COUNTRY } from "../../../../../shared/shop-country.ts";
import { isPaymentDisputed } from "../orders/disputed-payment.ts";

type PaymentFields = Pick<
  Order,
  | "orderStatus"
  | "paymentStatus"
  | "refunding"
  | "unfulfilled"
  | "financialInfo"
  | "refunds"
  | "disputes"
  | "paymentIntentId"
  | "attention"
>;

const UNFULFILLED_TEXT = {
  "sold-out": "Paid after the last item was sold. Send nothing:",
  cancelled: "Paid after the order was cancelled. Send nothing:",
} as const satisfies Record<UnfulfilledReason, string>;

/** A text for the admin about a payment of which the shop has all or a part, and about what disputes have taken. */
function receivedMoneyText({ total, refunded, withdrawn = 0 }: Order["financialInfo"]): string {
  const text =
    refunded > 0
      ? `${formatMoney(refunded)} of ${formatMoney(total)} went back.`
      : `${formatMoney(total)} has arrived.`;
  return withdrawn > 0 ? `${text} Disputes have taken ${formatMoney(withdrawn)}.` : text;
}

const REFUND_OF_DISPUTED_ADVICE =
  "Stripe refuses refunds of a disputed payment: the bank has the money until it decides. If the dispute is won, refund again.";

const SECOND_PAYMENT_DISPUTE_ADVICE = {
  disputed: "Answer it in Stripe before the deadline given there.",
  "dispute-lost": "The bank has given the money to the customer.",
};

const COMPLETED_TEXT = {
  ship: "The items were sent already.",
  "pick-up": "The items were picked up already.",
  none: "The order is completed already.",
} as const satisfies Record<Delivery, string>;

/** What the admin should do about a cause for which items must not be sent, if the order is completed already. */
const ADVICE_AFTER_COMPLETION: Partial<Record<AttentionCause, string>> = {
  "fraud-warning":
    "A full refund now avoids a dispute and its fee. If you are sure that it is no fraud, acknowledge it.",
  disputed:
    "Answer it in Stripe before the deadline given there, with evidence that the customer got what was bought.",
  "dispute-lost":
    "The bank has given the money to the customer, and nothing can be held back any more. Acknowledge this.",
} satisfies Record<DoNotSendCause, string>;

const WON_DISPUTE_ADVICE =
  "The dispute was won, so the money of this order, which is not delivered, is with the shop again. Refund it, or acknowledge this.";

const LOST_DISPUTE_ADVICE =
  "The dispute was lost, but the shop has the rest of the money of this order, which is not delivered. Refund the rest, or acknowledge this.";

const LATE_PAYMENT_ADVICE =
  "The money arrived when an event of this order was over, so its tickets could not be used. Refund the tickets, or acknowledge this.";

const REFUND_PENDING_ADVICE =
  "A refund of this money is on its way. This closes when all of it has gone back.";

/** A text for the admin about the payment of an order that needs attention. */
function attentionPaymentText(order: PaymentFields): string {
  const { refunds, attention = [], financialInfo, paymentIntentId } = order;
  // Old orders have no stored causes. In newer orders, a failed refund may have been repeated since: then its cause is closed.
  const isRefundMissing =
    attention.length > 0
      ? attention.some(({ cause }) => cause === "refund-failed")
      : refunds.some(({ status }) => status === "failed");
  if (isRefundMissing && !isPaymentDisputed(order, paymentIntentId))
    return "A refund failed: that money is still here. The history says more.";
  const hasPaymentCause = attention.some(({ cause }) => !CAUSES_BY_CUSTOMER.includes(cause));
  return hasPaymentCause || attention.length === 0
    ? "The notice above says why."
    : `${receivedMoneyText(financialInfo)} The notice above says what the customer did.`;
}

type AdviceSource = Pick<
  Order,
  "orderStatus" | "items" | "shippingInfo" | "refunds" | "refunding" | "disputes" | "paymentIntentId"
>;

/**
 * What the admin should do about a cause. `about`: the id of the payment, refund, warning, dispute or request that is the cause.
 * The cause 'other' with a dispute's id: the dispute is decided, but the order is not delivered. With the payment's id: the money
 * arrived after the event of a ticket. The advice about a failed refund mentions tickets only if one of them is back on sale.
 */
export function adviceText(order: AdviceSource, cause: AttentionCause, about?: string): string {
  const { items, refunds, disputes = [], paymentIntentId } = order;
  const dispute = disputes.find(({ disputeId }) => disputeId === about);
  const subject = refunds.find(({ refundId }) => refundId === about) ?? dispute;
  const paymentId = subject?.paymentIntentId ?? paymentIntentId;
  const isCompleted = order.orderStatus === ORDER_STATUS.completed;
  if ((cause === "disputed" || cause === "dispute-lost") && paymentId !== paymentIntentId)
    return `${SECOND_PAYMENT_DISPUTE_ADVICE[cause]} It is about a second payment of this order${isCompleted ? "." : ", so the items may be sent."}`;
  const adviceAfterCompletion = isCompleted ? ADVICE_AFTER_COMPLETION[cause] : undefined;
  if (adviceAfterCompletion) return `${COMPLETED_TEXT[deliveryOf(order)]} ${adviceAfterCompletion}`;
  const isRefundPending = order.refunding === true && paymentId === paymentIntentId;
  if (cause === "other" && dispute) {
    if (isRefundPending) return REFUND_PENDING_ADVICE;
    return dispute.status === "won" ? WON_DISPUTE_ADVICE : LOST_DISPUTE_ADVICE;
  }
  if (cause === "other" && about !== undefined && about === paymentIntentId)
    return isRefundPending ? REFUND_PENDING_ADVICE : LATE_PAYMENT_ADVICE;
  if (cause !== "refund-failed") return ATTENTION_ADVICE[cause];
  const missingRefundAdvice = isRefundPending ? REFUND_PENDING_ADVICE : ATTENTION_ADVICE[cause];
  const advice = isPaymentDisputed(order, paymentId) ? REFUND_OF_DISPUTED_ADVICE : missingRefundAdvice;
  const hasSeatsOnSale = items.some((_, line) => seatsOnSale(order, line).size > 0);
  return hasSeatsOnSale ? `${advice} A ticket that went back on sale stays void.` : advice;
}

/** A text for the admin about the state of an order's payment. */
export function paymentText(order: PaymentFields): string {
  const { paymentStatus, refunding, unfulfilled, financialInfo, orderStatus } = order;
  if (unfulfilled && paymentStatus === "refunded")
    return `${UNFULFILLED_TEXT[unfulfilled]} ${financialInfo.withdrawn ? receivedMoneyText(financialInfo) : "all of it went back."}`;
  if (unfulfilled && refunding)
    return `${UNFULFILLED_TEXT[unfulfilled]} the money is on its way back, and the customer is told.`;
  if (refunding) return "All that is left of the payment is on its way back.";
  switch (paymentStatus) {
    case "unpaid":
      return "Nobody has paid yet. The items are held while the payment page is open.";
    case "processing":
      if (orderStatus === ORDER_STATUS.cancelled)
        return "Cancelled while a slow payment was on its way. If the money arrives, it goes back by itself.";
      return "The customer has paid by a slow method. Send nothing before the money arrives. If it does not, the items are for sale again.";
    case "failed":
    case "expired":
      return orderStatus === ORDER_STATUS.cancelled
        ? "Cancelled before it was paid. A payment that still arrives goes back by itself."
        : "Not paid. The items are for sale again.";
    case "refunded":
      return financialInfo.withdrawn ? receivedMoneyText(financialInfo) : "All of it went back.";
    case "needs-attention":
      return attentionPaymentText(order);
    case "paid":
    case "partially-refunded":
      return receivedMoneyText(financialInfo);
  }
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A value in a history entry as text. A number is an amount in dollars; a payment status has a label. */
function valueText(value: string | number): string {
  if (typeof value === "number") return formatMoney(value);
  const status = PaymentStatus.safeParse(value);
  return status.success ? PAYMENT_STATUS_LABEL[status.data] : value;
}

const PAYMENT_TEXT: Readonly<Partial<Record<PaymentStatus, string>>> = {
  processing: "Payment on its way",
  paid: "Payment received",
  failed: "Payment failed",
  expired: "Payment page expired",
};

/** A history entry as text: 'Status: Pending to Completed', 'Refund requested: $20.00', 'Placed'. */
export function historyText({ what, from, to }: HistoryEntry): string {
  if (to === undefined) return capitalize(what);
  if (what === "tracking" && to === "") return "Tracking number removed";
  const payment = what === "payment" ? PaymentStatus.safeParse(to) : undefined;
  const paymentChangeText = payment?.success ? PAYMENT_TEXT[payment.data] : undefined;
  if (paymentChangeText !== undefined) return paymentChangeText;
  const change = from === undefined ? valueText(to) : `${valueText(from)} to ${valueText(to)}`;
  return `${capitalize(what)}: ${change}`;
}

const AUTHORS: Readonly<Record<string, string>> = {
  customer: "the customer",
  shop: "the shop",
};
const USER_ID = /^[0-9a-f-]{36}$/;

/** The author of a change: 'by you', '(Stripe)'. `ownIdentifiers`: the email and the id of the signed-in admin. */
export function authorText(by: string, ownIdentifiers: readonly string[]): string {
  // Stripe only reports actions of others, so 'Payment received by Stripe' would be wrong.
  if (by === "stripe") return "(Stripe)";
  if (ownIdentifiers.includes(by)) return "by you";
  return `by ${AUTHORS[by] ?? (USER_ID.test(by) ? "another admin" : by)}`;
}

/** Stripe's reason for a dispute as text: 'product_not_received' becomes 'Product not received'. */
export const disputeReasonText = (reason: string): string => capitalize(reason.replaceAll("_", " "));

/** Whether the order has items that are shipped or picked up. Tickets are not. */
export const hasMoreThanTickets = ({ items }: Pick<Order, "items">): boolean =>
  items.some(({ category }) => category !== TICKET);

/**
 * The recipient as on a parcel: name, company, and the lines of the shipping address if the order is shipped.
 * The country is left out if it is the shop's own.
 */
export function addressLines({
  billingInfo,
  shippingInfo,
}: Pick<Order, "billingInfo" | "shippingInfo">): string[] {
  const { company = "" } = billingInfo ?? {};
  const {
    address = "",
    city = "",
    state = "",
    zipCode: zip = "",
    country = SHOP_COUNTRY,
  } = shippingInfo ?? {};
  const countryLine = country === SHOP_COUNTRY ? "" : countryName(country);
  return [customerName(billingInfo), company, address, cityLine({ city, state, zip }), countryLine].filter(
    Boolean,
  );
}

/** How the customer gets an order that is not shipped. */
export function deliveryText(order: Pick<Order, "items" | "orderStatus" | "ready">): string {
  const { orderStatus, ready } = order;
  if (!hasMoreThanTickets(order)) return "Tickets only: nothing to ship";
  if (orderStatus === ORDER_STATUS.completed) return "Picked up";
  if (orderStatus === ORDER_STATUS.cancelled) return "Pick-up, cancelled";
  return ready ? "Ready to be picked up" : "To be picked up";
}

/**
 * A text for each line of tickets that are neither refunded nor back on sale: '2 × Live Taping (Ticket), Sat, Jan 16, 7:30 PM
 * EST · The Rickhouse, Louisville'.
 */
export const ticketTextsOf = (order: Pick<Order, "items" | "refunds">): string[] =>
  remainingItems(order)
    .filter(({ category }) => category === TICKET)
    .map((item) =>
      [`${piecesText(item, item.quantity)} (Ticket)`, ...(item.event ? [eventLine(item.event)] : [])].join(
        ", ",
      ),
    );
