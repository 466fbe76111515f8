/** Pure: the mails about an order's events. */
import type { OrderEvent } from "../../shared/events.ts";
import type { MailContent, MailKind } from "../../shared/mails/mail.ts";
import { newsletterConfirmMail } from "../../shared/mails/newsletter-mails.ts";
import type { MailedOrder } from "../../shared/mails/order-details.ts";
import { paymentFailedMail, receiptMail, teamNotice } from "../../shared/mails/order-mails.ts";
import {
  paidTwiceMail,
  refundedMail,
  refundFailedMail,
  unfulfilledMail,
} from "../../shared/mails/refund-mails.ts";
import type { StoredOrder, StoredRefund } from "../orders/stored-order.ts";
import { confirmationLinkOf, unsubscribePageOf } from "./newsletter-links.ts";
import { orderLinkOf } from "./order-link.ts";
import { requestMails } from "./request-mails.ts";
import { automaticRefundId, hasMoneyOfRefund, isRefundGivenUp, toOrder } from "../orders/stored-order.ts";
import {
  cancellationMails,
  completionMails,
  readyMails,
  readyMailsAfterFulfilmentHold,
  repeatedMails,
} from "./status-mails.ts";

/**
 * A mail about an order, to the customer or to the team. One mail is sent for each kind and cause. `cause`: the id of the
 * event that the mail is about; for a mail about a status, the time of the status change (status-mails.ts), unless an admin
 * asked to send the mail again.
 */
export type OrderMail = {
  kind: MailKind;
  to: "customer" | "team";
  content: MailContent;
  cause: string;
};

/** The events whose mails may show the code with which an order is picked up. */
export const EVENTS_WITH_PICK_UP_CODE: readonly OrderEvent["type"][] = [
  "OrderPaid",
  "OrderReadyForPickup",
  "FulfilmentHoldChanged",
  "OrderMailRequested",
];

/** The mails for an event. Each mail is sent once and describes the order at the time of sending. */
export function mailsFor(
  event: OrderEvent,
  storedOrder: StoredOrder,
  origin: string,
  extraFields: Pick<MailedOrder, "pickUpCode" | "issuesTickets">,
): OrderMail[] {
  const order: MailedOrder = {
    ...toOrder(storedOrder),
    orderLink: orderLinkOf(storedOrder, origin),
    newsletterLink: unsubscribePageOf(storedOrder, origin),
    ...extraFields,
  };
  const cause = event.id;
  const toCustomer = (kind: MailKind, content: MailContent): OrderMail => ({
    kind,
    to: "customer",
    content,
    cause,
  });
  switch (event.type) {
    case "OrderPaid": {
      const confirmationLink = confirmationLinkOf(storedOrder, origin);
      return [
        toCustomer("receipt", receiptMail(order, origin)),
        { kind: "team-notice", to: "team", content: teamNotice(order, origin), cause },
        ...(confirmationLink
          ? [toCustomer("news-confirm", newsletterConfirmMail(confirmationLink, origin))]
          : []),
      ];
    }
    case "OrderStatusChanged":
      return completionMails(event, order, origin);
    case "OrderCancelled":
      return storedOrder.payment.paidSessionId ? cancellationMails(event, order, origin) : [];
    case "OrderReadyForPickup":
      return readyMails(event, order, origin);
    case "FulfilmentHoldChanged":
      return readyMailsAfterFulfilmentHold(event, order, origin);
    case "OrderMailRequested":
      return repeatedMails(event, order, origin);
    case "OrderRequestUpdated":
      return requestMails(event, order, origin);
    case "RefundRequested":
      // `event.cause`: why the shop refunds by itself; undefined if somebody requested the refund.
      if (event.cause === undefined) return [];
      if (event.cause === "paid-twice")
        // If the refund has failed, no mail says that the payment goes back: RefundFailed causes the mail about the failure.
        return isFailedRefund(storedOrder, event.refundId)
          ? []
          : [toCustomer("order-paid-twice", paidTwiceMail(order, event.amount, origin))];
      if (isFulfilledAfterAll(storedOrder, event.refundId)) return [];
      return [
        toCustomer(
          "order-unfulfilled",
          unfulfilledMail(order, { why: event.cause, amount: event.amount }, origin),
        ),
      ];
    case "OrderRefunded": {
      // The event may be old. If the refund has failed since, no mail says that it succeeded.
      if (isFailedRefund(storedOrder, event.refundId)) return [];
      const storedRefund = refundOf(storedOrder, event.refundId);
      const isOfSecondPayment = isRefundOfSecondPayment(storedOrder, event.refundId);
      const parts = storedRefund ? { parts: storedRefund } : {};
      const refund = { ...event, at: event.time, isOfSecondPayment, ...parts };
      return [toCustomer("order-refunded", refundedMail(order, refund, origin))];
    }
    case "RefundFailed": {
      if (!event.announced || !hasMoneyOfRefund(storedOrder, event)) return [];
      if (isFulfilledAfterAll(storedOrder, event.refundId)) return [];
      if (isRefundGivenUp(storedOrder, event.refundId)) return [];
      const isOfSecondPayment = isRefundOfSecondPayment(storedOrder, event.refundId);
      const refund = { ...event, at: event.time, isOfSecondPayment };
      return [toCustomer("order-refund-failed", refundFailedMail(order, refund, origin))];
    }
    case "CheckoutExpired":
      // The event may be old. If the payment has succeeded since, no mail says that it failed.
      return event.reason === "failed" && storedOrder.paymentStatus === "failed"
        ? [toCustomer("order-payment-failed", paymentFailedMail(order, origin))]
        : [];
    case "OrderPlaced":
    case "OrderContact":
    case "DisputeUpdated":
    case "ConsentWithdrawn":
    case "OrderErased":
      return [];
  }
}

const refundOf = ({ refunds }: StoredOrder, id: string): StoredRefund | undefined =>
  refunds.find(({ refundId }) => refundId === id);

const isFailedRefund = (order: StoredOrder, id: string): boolean => refundOf(order, id)?.status === "failed";

/**
 * Whether the refund is the one that the shop requested because the order could not be fulfilled, and an admin has gone on with
 * the order since that refund failed. The event may be old, and OrderPaid has its own mail.
 */
const isFulfilledAfterAll = ({ unfulfilled, payment }: StoredOrder, refundId: string): boolean =>
  unfulfilled === undefined && refundId === automaticRefundId(payment.paymentIntentId);

/** Whether the customer paid twice, and the refund is of the second payment. */
function isRefundOfSecondPayment(order: StoredOrder, id: string): boolean {
  const refundedPaymentId = refundOf(order, id)?.paymentIntentId;
  return refundedPaymentId !== undefined && refundedPaymentId !== order.payment.paymentIntentId;
}
