/** Pure: the mails about an order's status. The queue delays the events, so that a change can be taken back. */
import type { OrderEvent } from "../../shared/events.ts";
import { cancelledMail, completedMail, readyMail } from "../../shared/mails/order-mails.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { Order } from "../../shared/order.ts";
import type { StatusMail } from "../../shared/status-mail.ts";
import { statusMailOf } from "../../shared/status-mail.ts";
import { hash } from "../lib/ids.ts";
import type { OrderMail } from "./event-mails.ts";

type EventOf<T extends OrderEvent["type"]> = Extract<OrderEvent, { type: T }>;

/** The cause of a mail about a status. It is the same however often the order gets that status. */
const STATUS = "status";
/** The number is hashed, because an admin may enter any text, and the cause is part of a key. */
const trackingCause = (tracking: string): string => `tracking-${hash(tracking)}`;

/** Whether the order has a history entry of this kind that is later than the event. */
const isFollowedBy = (event: OrderEvent, { history }: Order, what: string): boolean =>
  history.some((entry) => entry.what === what && entry.at > event.time);

const toCustomer = (kind: StatusMail, cause: string, content: OrderMail["content"]): OrderMail => ({
  kind,
  to: "customer",
  cause,
  content,
});

/**
 * The mail that an order is complete: one for the status, and one for each tracking number. None if a later
 * change of the status or of the number follows, because that change has an event of its own.
 */
export function completionMails(
  event: EventOf<"OrderStatusChanged">,
  order: Order,
  origin: string,
): OrderMail[] {
  const { tracking } = order;
  if (event.to !== ORDER_STATUS.completed || order.orderStatus !== ORDER_STATUS.completed) return [];
  if (event.from === event.to && !(event.trackingChanged && tracking)) return [];
  if (isFollowedBy(event, order, "status")) return [];
  if (tracking && isFollowedBy(event, order, "tracking")) return [];
  const content = completedMail(order, tracking, origin);
  if (!tracking) return [toCustomer("order-completed", STATUS, content)];
  return [{ ...toCustomer("order-completed", trackingCause(tracking), content), alsoCovers: STATUS }];
}

/** The mail that an order lies ready to be picked up, while that is still so. */
export const readyMails = (
  event: EventOf<"OrderReadyForPickup">,
  order: Order,
  origin: string,
): OrderMail[] =>
  event.ready && statusMailOf(order) === "order-ready" && !isFollowedBy(event, order, "ready to be picked up")
    ? [toCustomer("order-ready", STATUS, readyMail(order, origin))]
    : [];

/** The mail that a paid order was cancelled, if it is still cancelled. */
export const cancellationMails = (
  { refundRequested }: EventOf<"OrderCancelled">,
  order: Order,
  origin: string,
): OrderMail[] =>
  statusMailOf(order) === "order-cancelled"
    ? [toCustomer("order-cancelled", STATUS, cancelledMail(order, refundRequested, origin))]
    : [];

const CONTENT = {
  "order-completed": (order, origin) => completedMail(order, order.tracking, origin),
  "order-ready": readyMail,
  "order-cancelled": (order, origin) => cancelledMail(order, false, origin),
} as const satisfies Record<StatusMail, (order: Order, origin: string) => OrderMail["content"]>;

/** The mail that an admin asked to be sent again, unless the order has another status by now. */
export const repeatedMails = (
  { id, mail }: EventOf<"OrderMailRequested">,
  order: Order,
  origin: string,
): OrderMail[] => (statusMailOf(order) === mail ? [toCustomer(mail, id, CONTENT[mail](order, origin))] : []);
