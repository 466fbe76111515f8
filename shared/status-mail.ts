/** Rules for the mails about an order's status. */
import * as z from "zod/mini";
import type { OrderState } from "./order-status.ts";
import { holdsMoney, ORDER_STATUS } from "./order-status.ts";
import type { Delivery } from "./order.ts";

/** An admin can take a change of the status back for this time, in seconds. */
export const UNDO_SECONDS = 10;
/**
 * The queue holds the mail about a status for this time, in seconds. It is longer than the admin can take the
 * change back, because that call also takes time.
 */
export const STATUS_MAIL_DELAY_SECONDS = UNDO_SECONDS + 2;

export const StatusMail = z.enum(["order-completed", "order-ready", "order-cancelled"]);
export type StatusMail = z.infer<typeof StatusMail>;

type MailedOrder = OrderState & { ready?: boolean | undefined };

/** The mail about the status that an order has; undefined if the customer gets none. */
export function statusMailOf({ orderStatus, paymentStatus, ready }: MailedOrder): StatusMail | undefined {
  if (orderStatus === ORDER_STATUS.completed) return "order-completed";
  const wasPaid = holdsMoney(paymentStatus) || paymentStatus === "refunded";
  if (orderStatus === ORDER_STATUS.cancelled) return wasPaid ? "order-cancelled" : undefined;
  return ready ? "order-ready" : undefined;
}

/** Whether an order can be set to 'ready to be picked up': pending, paid, and neither shipped nor refunded. */
export const canBeReady = (
  { orderStatus, paymentStatus, refunding }: OrderState,
  delivery: Delivery | undefined,
): boolean =>
  delivery === "pick-up" &&
  orderStatus === ORDER_STATUS.pending &&
  holdsMoney(paymentStatus) &&
  refunding !== true;
