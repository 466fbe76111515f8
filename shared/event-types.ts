/**
 * The types of the shop's events. The types are separate from the schemas, so that pages need not load the
 * schemas.
 */
export const EVENT_TYPES = [
  "OrderPlaced",
  "OrderPaid",
  "OrderContact",
  "OrderStatusChanged",
  "OrderReadyForPickup",
  "OrderMailRequested",
  "OrderRequestUpdated",
  "OrderCancelled",
  "RefundRequested",
  "OrderRefunded",
  "RefundFailed",
  "DisputeUpdated",
  "FulfilmentHoldChanged",
  "CheckoutExpired",
  "ConsentWithdrawn",
  "OrderErased",
  "TicketIssued",
  "TicketVoided",
  "TicketCheckedIn",
  "StockLow",
  "StockBack",
  "DifferencesFound",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
