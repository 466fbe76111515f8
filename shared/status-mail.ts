/** Rules for the mails about an order's status. */
import * as z from "zod/mini";
import { moneyStateOf, noDeliveryOf } from "./customer-promises.ts";
import type { OrderState } from "./order-status.ts";
import { shopHasMoney, ORDER_STATUS, statusWithoutAttention } from "./order-status.ts";
import type { Delivery, Order } from "./order.ts";
import { hasItemsToPack } from "./remaining-items.ts";

/** An admin can undo a change of the status for this time, in seconds. */
export const STATUS_UNDO_SECONDS = 10;
/**
 * The delay, in seconds, of the mails that an order was completed or is ready. It is longer than STATUS_UNDO_SECONDS, because
 * the call that undoes the change also takes time.
 */
export const STATUS_MAIL_DELAY_SECONDS = STATUS_UNDO_SECONDS + 2;

export const StatusMail = z.enum(["order-completed", "order-ready", "order-cancelled"]);
export type StatusMail = z.infer<typeof StatusMail>;

type OrderWithStatus = Parameters<typeof noDeliveryOf>[0] & Pick<Order, "ready" | "items" | "refunds">;

/**
 * The mail about the order's status; undefined if the customer gets no mail. A customer whose whole payment went or goes back gets
 * a mail only about a cancellation. While the items wait because of a dispute, or if none is left, no mail says that they are
 * ready.
 */
export function statusMailOf(order: OrderWithStatus): StatusMail | undefined {
  const { orderStatus, paymentStatus, ready } = order;
  if (orderStatus === ORDER_STATUS.cancelled)
    return shopHasMoney(paymentStatus) || moneyStateOf(order) === "returned" ? "order-cancelled" : undefined;
  const noDelivery = noDeliveryOf(order);
  if (noDelivery === "over") return undefined;
  if (orderStatus === ORDER_STATUS.completed) return "order-completed";
  return ready && noDelivery === undefined && hasItemsToPack(order) ? "order-ready" : undefined;
}

/** The reason why the customer gets no mail, if `statusMailOf` is undefined. The back office shows this text. */
export function noMailReason(order: OrderWithStatus): string {
  const moneyState = moneyStateOf(order);
  if (moneyState === "returned")
    return "The money of this order went back: the customer gets no email about its status.";
  if (moneyState === "refunding")
    return "This order is being refunded: the customer gets no email about its status.";
  if (order.ready && noDeliveryOf(order) !== undefined)
    return "This order waits because of a dispute: the customer gets no email that it is ready.";
  if (order.ready && !hasItemsToPack(order))
    return "No item of this order is left to be picked up: the customer gets no email that it is ready.";
  return "The customer gets no email about this status.";
}

/**
 * Whether delivery, status and payment of an order allow 'ready to be picked up'. The caller also checks that an item is left
 * to be picked up.
 */
export const canBeReady = (order: OrderState, delivery: Delivery | undefined): boolean =>
  delivery === "pick-up" &&
  order.orderStatus === ORDER_STATUS.pending &&
  shopHasMoney(statusWithoutAttention(order)) &&
  order.refunding !== true;
