/**
 * Pure: the mails about an order's status. A queue delays OrderStatusChanged, OrderReadyForPickup and FulfilmentHoldChanged, so
 * that an admin can undo a change before the mail.
 */
import { dueMail, MAIL_AGAIN_ENTRY, READY_ENTRY } from "../../shared/due-mail.ts";
import type { OrderEvent } from "../../shared/events.ts";
import type { MailedOrder } from "../../shared/mails/order-details.ts";
import { cancelledMail, completedMail, readyMail } from "../../shared/mails/order-mails.ts";
import type { StatusMail } from "../../shared/status-mail.ts";
import { statusMailOf } from "../../shared/status-mail.ts";
import type { OrderMail } from "./event-mails.ts";

type EventOf<T extends OrderEvent["type"]> = Extract<OrderEvent, { type: T }>;

const toCustomer = (kind: StatusMail, cause: string, content: OrderMail["content"]): OrderMail => ({
  kind,
  to: "customer",
  cause,
  content,
});

/**
 * The mail about the order's status. No mail if the status has changed after the event, because the later change has its own
 * event. The cause is the time of the first change that gets this mail, so a customer who already got it gets no second one.
 */
function mailIfStillDue(
  event: OrderEvent,
  order: MailedOrder,
  kind: StatusMail,
  createContent: () => OrderMail["content"],
): OrderMail[] {
  const mailDue = dueMail(order.history);
  if (mailDue?.kind !== kind || mailDue.at !== event.time || statusMailOf(order) !== kind) return [];
  return [toCustomer(kind, mailDue.firstChangeAt, createContent())];
}

/** The mail that an order is complete, with its tracking number, if it still is complete. */
export const completionMails = (
  event: EventOf<"OrderStatusChanged">,
  order: MailedOrder,
  origin: string,
): OrderMail[] =>
  mailIfStillDue(event, order, "order-completed", () => completedMail(order, order.tracking, origin));

/** The mail that an order is ready to be picked up, if it still is. */
export const readyMails = (
  event: EventOf<"OrderReadyForPickup">,
  order: MailedOrder,
  origin: string,
): OrderMail[] => mailIfStillDue(event, order, "order-ready", () => readyMail(order, origin));

/**
 * The mail that an order is ready, after the end of a fulfilment hold that kept the mail back. It has the cause of the mail about
 * the change to ready, so the customer gets only one of the two. Ignores what came after the last change of the readiness,
 * because the status may have been changed and changed back since. No mail if the order was made ready only after the end of
 * the fulfilment hold, because that change has its own event, or if an admin has asked for the mail since.
 */
export function readyMailsAfterFulfilmentHold(
  { doNotSend, time }: EventOf<"FulfilmentHoldChanged">,
  order: MailedOrder,
  origin: string,
): OrderMail[] {
  const readyIndex = order.history.findLastIndex(({ what }) => what === READY_ENTRY);
  const mailDue = dueMail(order.history.slice(0, readyIndex + 1));
  if (doNotSend !== undefined || mailDue?.kind !== "order-ready" || mailDue.at > time) return [];
  const isSentAgain = order.history.some(({ what, at }) => what === MAIL_AGAIN_ENTRY && at >= time);
  if (isSentAgain || statusMailOf(order) !== "order-ready") return [];
  return [toCustomer("order-ready", mailDue.firstChangeAt, readyMail(order, origin))];
}

/** The mail that a paid order was cancelled, if it is still cancelled. */
export const cancellationMails = (
  event: EventOf<"OrderCancelled">,
  order: MailedOrder,
  origin: string,
): OrderMail[] => mailIfStillDue(event, order, "order-cancelled", () => cancelledMail(order, origin));

const CONTENT_OF_MAIL = {
  "order-completed": (order, origin) => completedMail(order, order.tracking, origin),
  "order-ready": readyMail,
  "order-cancelled": cancelledMail,
} as const satisfies Record<StatusMail, (order: MailedOrder, origin: string) => OrderMail["content"]>;

/** The mail that an admin asked to be sent again, unless the order has another status by now. */
export const repeatedMails = (
  { id, mail }: EventOf<"OrderMailRequested">,
  order: MailedOrder,
  origin: string,
): OrderMail[] =>
  statusMailOf(order) === mail ? [toCustomer(mail, id, CONTENT_OF_MAIL[mail](order, origin))] : [];
