/** Pure: which mails an order's event brings. */
import type { OrderEvent } from "../../shared/events.ts";
import type { MailContent, MailKind } from "../../shared/mails/mail.ts";
import {
  cancelledMail,
  completedMail,
  receiptMail,
  refundedMail,
  refundFailedMail,
} from "../../shared/mails/order-mails.ts";
import { teamNotice } from "../../shared/mails/team-mails.ts";
import type { StoredOrder } from "./stored-order.ts";

/** A mail about an order, to the customer or to the team. */
export type OrderMail = { kind: MailKind; to: "customer" | "team"; content: MailContent };

/** The mails that an event brings: each goes out once for each event. */
export function mailsFor(event: OrderEvent, order: StoredOrder, origin: string): OrderMail[] {
  const toCustomer = (kind: MailKind, content: MailContent): OrderMail => ({ kind, to: "customer", content });
  switch (event.type) {
    case "OrderPaid":
      return [
        toCustomer("receipt", receiptMail(order, origin)),
        { kind: "team-notice", to: "team", content: teamNotice(order, origin) },
      ];
    case "OrderStatusChanged":
      return event.to === 2 && event.from !== 2
        ? [toCustomer("order-completed", completedMail(order, order.tracking, origin))]
        : [];
    case "OrderCancelled":
      return order.payment.paidSessionId
        ? [toCustomer("order-cancelled", cancelledMail(order, event.refundRequested, origin))]
        : [];
    case "OrderRefunded":
      // The event may be old: a refund that has failed since is not told as done.
      if (hasFailed(order, event.refundId)) return [];
      return [toCustomer("order-refunded", refundedMail(order, { ...event, at: event.time }, origin))];
    case "RefundFailed":
      return event.announced
        ? [toCustomer("order-refund-failed", refundFailedMail(order, { ...event, at: event.time }, origin))]
        : [];
    case "OrderPlaced":
    case "OrderContact":
    case "RefundRequested":
    case "DisputeUpdated":
    case "CheckoutExpired":
      return [];
  }
}

const hasFailed = ({ refunds }: StoredOrder, id: string): boolean =>
  refunds.some(({ refundId, status }) => refundId === id && status === "failed");
