import type { OrderEvent, ShopEvent, TicketEvent } from "./events.ts";
import { ORDER_STATUS } from "./order-status.ts";

/** These rules are separate from the schemas, so that functions which only emit events need not load the schemas. */

export const isOrderEvent = (event: ShopEvent): event is OrderEvent => "orderId" in event;
export const isTicketEvent = (event: ShopEvent): event is TicketEvent => "ticketId" in event;

/**
 * Whether the order was unpaid when the event was emitted. After some weeks the shop deletes an order that was never paid, so a
 * replay may send events of an order that no longer exists. Only the cancellation of an unpaid order has `stripeSessionId`, and
 * only if its payment page was opened.
 */
export const isOfUnpaidOrder = (event: ShopEvent): boolean =>
  event.type === "CheckoutExpired" ||
  (event.type === "OrderCancelled" && event.stripeSessionId !== undefined);

/**
 * Whether the order may have been unpaid when the event was emitted: also if a cancellation has no `stripeSessionId`, and if a
 * cancelled order, which may be unpaid, was reopened.
 */
export const mayBeOfUnpaidOrder = (event: ShopEvent): boolean =>
  isOfUnpaidOrder(event) ||
  event.type === "OrderCancelled" ||
  (event.type === "OrderStatusChanged" && event.to === ORDER_STATUS.pending);

/** Events with personal data: not archived, and deleted from the outbox after publishing. */
export const PERSONAL_EVENTS: readonly ShopEvent["type"][] = ["OrderContact"];
export const isPersonalEvent = (type: string): boolean =>
  PERSONAL_EVENTS.some((personalType) => personalType === type);
