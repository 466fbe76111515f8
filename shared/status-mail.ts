/** Rules for the mails about an order's status. */
import * as z from "zod/mini";
import { toCents } from "./money.ts";
import { isAllReturned } from "./order-total.ts";
import type { OrderState } from "./order-status.ts";
import { shopHasMoney, ORDER_STATUS, statusWithoutAttention } from "./order-status.ts";
import type { Delivery, Order } from "./order.ts";

/** An admin can undo a change of the status for this time, in seconds. */
export const STATUS_UNDO_SECONDS = 10;
/**
 * The queue delays the mail about a status by this time, in seconds. The delay is longer than
 * STATUS_UNDO_SECONDS, because the call that undoes the change also takes time.
 */
export const STATUS_MAIL_DELAY_SECONDS = STATUS_UNDO_SECONDS + 2;

export const StatusMail = z.enum(["order-completed", "order-ready", "order-cancelled"]);
export type StatusMail = z.infer<typeof StatusMail>;

type OrderWithStatus = Pick<Order, "orderStatus" | "paymentStatus" | "refunding" | "ready" | "financialInfo">;

/** Whether the whole payment was refunded. The payment status of such an order may also be 'needs-attention'. */
const isRefunded = ({ paymentStatus, financialInfo: { refunded, total } }: OrderWithStatus): boolean =>
  paymentStatus === "refunded" || isAllReturned(toCents(refunded), toCents(total));

/**
 * The mail about the order's status; undefined if the customer gets no mail. A customer whose whole payment is refunded
 * gets a mail only about a cancellation.
 */
export function statusMailOf(order: OrderWithStatus): StatusMail | undefined {
  const { orderStatus, paymentStatus, refunding, ready } = order;
  if (orderStatus === ORDER_STATUS.cancelled)
    return shopHasMoney(paymentStatus) || isRefunded(order) ? "order-cancelled" : undefined;
  if (refunding || isRefunded(order)) return undefined;
  if (orderStatus === ORDER_STATUS.completed) return "order-completed";
  return ready ? "order-ready" : undefined;
}

/** The reason why the customer gets no mail, if `statusMailOf` is undefined. The back office shows this text. */
export function noMailReason(order: OrderWithStatus): string {
  if (isRefunded(order)) return "This order was refunded: the customer gets no email about its status.";
  if (order.refunding) return "This order is being refunded: the customer gets no email about its status.";
  return "The customer gets no email about this status.";
}

/** Whether an order can be set to 'ready to be picked up': to pick up, pending, paid, and not being refunded. */
export const canBeReady = (order: OrderState, delivery: Delivery | undefined): boolean =>
  delivery === "pick-up" &&
  order.orderStatus === ORDER_STATUS.pending &&
  shopHasMoney(statusWithoutAttention(order)) &&
  order.refunding !== true;
