import { log } from "../lib/log.ts";
import { applyChange } from "./apply-change.ts";
import { applyDispute } from "./dispute-rules.ts";
import type { MoneyEvent } from "./money-event.ts";
import { orderIdOfPayment } from "./order-table.ts";
import { parkedEvents, parkEvent } from "./parked-table.ts";
import { applyRefund } from "./refund-rules.ts";

/**
 * Applies what Stripe tells of a payment's refunds and disputes to the order that has the payment. The payment alone
 * says whose it is: metadata can be anybody's. A payment that no order has yet may be told in a moment, so the event
 * waits for it; one that is another application's is deleted in the end.
 */
export async function settleMoneyEvent(event: MoneyEvent, now: Date): Promise<void> {
  const known = await orderIdOfPayment(event.paymentIntentId);
  if (known) return apply(known, event, now);
  await parkEvent(event, now);
  // Whoever applies the payment writes it first and then looks for what waits, so one of the two finds the other.
  const meanwhile = await orderIdOfPayment(event.paymentIntentId);
  if (meanwhile) return apply(meanwhile, event, now);
  log.info("An event waits for its payment", { stripeEvent: event.id, payment: event.paymentIntentId });
}

/** Applies the events that came before their payment; again changes nothing. */
export async function settleParked(orderId: string, paymentIntentId: string, now: Date): Promise<void> {
  for (const event of await parkedEvents(paymentIntentId, now)) await apply(orderId, event, now);
}

async function apply(orderId: string, event: MoneyEvent, now: Date): Promise<void> {
  const actor = { by: "stripe", now };
  await applyChange(
    orderId,
    (order) =>
      event.about === "refund" ? applyRefund(order, event, actor) : applyDispute(order, event, actor),
    { now, stripeEventId: event.id },
  );
}
