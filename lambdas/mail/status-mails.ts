/** Pure: the mails about an order's status. */
import type { OrderEvent } from "../../shared/events.ts";
import { completedMail } from "../../shared/mails/order-mails.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { Order } from "../../shared/order.ts";
import { hash } from "../lib/ids.ts";
import type { OrderMail } from "./order-mails.ts";

type StatusChanged = Extract<OrderEvent, { type: "OrderStatusChanged" }>;

/** The cause of a mail about a status. It is the same however often the order gets that status. */
const STATUS = "status";
/** The number is hashed, because an admin may enter any text, and the cause is part of a key. */
const trackingCause = (tracking: string): string => `tracking-${hash(tracking)}`;

/** Whether the order has a history entry of this kind that is later than the event. */
const isFollowedBy = (event: StatusChanged, { history }: Order, what: string): boolean =>
  history.some((entry) => entry.what === what && entry.at > event.time);

/**
 * The mail that an order is complete: one for the status, and one for each tracking number. None if a later
 * change of the status or of the number follows, because that change has an event of its own.
 */
export function completionMails(event: StatusChanged, order: Order, origin: string): OrderMail[] {
  const { tracking } = order;
  if (event.to !== ORDER_STATUS.completed || order.orderStatus !== ORDER_STATUS.completed) return [];
  if (event.from === event.to && !(event.trackingChanged && tracking)) return [];
  if (isFollowedBy(event, order, "status")) return [];
  if (tracking && isFollowedBy(event, order, "tracking")) return [];
  const content = completedMail(order, tracking, origin);
  const mail = { kind: "order-completed", to: "customer", content } as const;
  return [
    tracking ? { ...mail, cause: trackingCause(tracking), settles: STATUS } : { ...mail, cause: STATUS },
  ];
}
