import type { OrderEvent, ShopEvent, TicketEvent } from "./events.ts";

/** These rules are separate from the schemas, so that functions which only emit events need not load the schemas. */

export const isOrderEvent = (event: ShopEvent): event is OrderEvent => "orderId" in event;
export const isTicketEvent = (event: ShopEvent): event is TicketEvent => "ticketId" in event;

/**
 * Whether the order was unpaid when the event was emitted. The shop deletes an order that is never paid after some weeks, so a
 * replay may send events of an order that no longer exists.
 */
export const isOfUnpaidOrder = (event: ShopEvent): boolean =>
  event.type === "CheckoutExpired" ||
  (event.type === "OrderCancelled" && event.stripeSessionId !== undefined);

/** Events with personal data: not archived, and deleted from the outbox after publishing. */
export const PERSONAL_EVENTS: readonly ShopEvent["type"][] = ["OrderContact"];
export const isPersonalEvent = (type: string): boolean =>
  PERSONAL_EVENTS.some((personalType) => personalType === type);
