import type { OrderEvent } from "./events.ts";

/** The timeout of a consumer: a function that gets the shop's events from a queue. */
export const CONSUMER_TIMEOUT_SECONDS = 30;
/**
 * How long a consumer's claim on an order lasts: longer than one call of the function, so that two calls never apply
 * events of one order at the same time.
 */
export const CLAIM_SECONDS = 2 * CONSUMER_TIMEOUT_SECONDS;

/** The events that the example consumer, lambdas/fulfilment-example.ts, needs. Its bus rule has the same list. */
export const FULFILMENT_EVENTS = [
  "OrderPaid",
  "OrderContact",
  "OrderStatusChanged",
  "OrderCancelled",
  "RefundRequested",
  "OrderRefunded",
  "RefundFailed",
  "FulfilmentHoldChanged",
  "OrderErased",
] as const satisfies OrderEvent["type"][];
