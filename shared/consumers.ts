import type { OrderEvent } from "./events.ts";

/** The timeout of a consumer's function. */
export const CONSUMER_TIMEOUT_SECONDS = 30;
/**
 * How long a function's claim on an order lasts: longer than the function, so that two functions never apply events of
 * one order at the same time.
 */
export const CLAIM_SECONDS = 2 * CONSUMER_TIMEOUT_SECONDS;

/** The events that the example of a consumer needs, for its rule and its function. */
export const FULFILMENT_EVENTS = [
  "OrderPaid",
  "OrderContact",
  "OrderStatusChanged",
  "OrderCancelled",
  "OrderRefunded",
  "RefundFailed",
  "OrderErased",
] as const satisfies OrderEvent["type"][];
