import { log, addOrderToLog } from "../lib/log.ts";
import { applyChange } from "./apply-change.ts";
import { applyDispute, applyFraudWarning } from "./dispute-rules.ts";
import type { RefundOrDisputeEvent } from "./refund-or-dispute.ts";
import type { Actor, Change } from "./change.ts";
import { findOrderIdOfPayment } from "./order-table.ts";
import { readParkedEvents, parkEvent } from "./parked-table.ts";
import { applyRefund } from "./refund-rules.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * Applies a refund, dispute or early fraud warning to the order with the same payment. Only the payment identifies the
 * order, not the metadata, which any application can set. If no order has the payment, stores the event, because the event
 * about the payment may still come.
 */
export async function settleRefundOrDispute(event: RefundOrDisputeEvent, now: Date): Promise<void> {
  const orderId = await findOrderIdOfPayment(event.paymentIntentId);
  if (orderId) return applyEvent(orderId, event, now);
  await parkEvent(event, now);
  // The stored events are read after a payment is recorded. If the payment is recorded at the same time, either this second
  // read finds the payment, or that later read finds the stored event.
  const newOrderId = await findOrderIdOfPayment(event.paymentIntentId);
  if (newOrderId) return applyEvent(newOrderId, event, now);
  log.info("An event waits for its payment", { stripeEvent: event.id, payment: event.paymentIntentId });
}

/** Applies the stored events that came before the payment. Idempotent. */
export async function settleParkedEvents(orderId: string, paymentIntentId: string, now: Date): Promise<void> {
  for (const event of await readParkedEvents(paymentIntentId, now)) await applyEvent(orderId, event, now);
}

function applyToOrder(order: StoredOrder, event: RefundOrDisputeEvent, actor: Actor): Change | undefined {
  switch (event.about) {
    case "refund":
      return applyRefund(order, event, actor);
    case "dispute":
      return applyDispute(order, event, actor);
    case "fraud-warning":
      return applyFraudWarning(order, event, actor);
  }
}

async function applyEvent(orderId: string, event: RefundOrDisputeEvent, now: Date): Promise<void> {
  addOrderToLog(orderId);
  const actor = { by: "stripe", now };
  await applyChange(orderId, (order) => applyToOrder(order, event, actor), { now, stripeEventId: event.id });
}
