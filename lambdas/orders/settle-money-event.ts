import { log } from "../lib/log.ts";
import { applyChange } from "./apply-change.ts";
import { applyDispute } from "./dispute-rules.ts";
import type { MoneyEvent } from "./money-event.ts";
import { orderIdOfPayment } from "./order-table.ts";
import { parkedEvents, parkEvent } from "./parked-table.ts";
import { applyRefund } from "./refund-rules.ts";

/**
 * Applies a refund or dispute to the order of its payment. The payment alone identifies the order, because any
 * application can set metadata. The event of the payment may still come, so an event without an order is stored; if the
 * payment is another application's, the stored event expires.
 */
export async function settleMoneyEvent(event: MoneyEvent, now: Date): Promise<void> {
  const known = await orderIdOfPayment(event.paymentIntentId);
  if (known) return apply(known, event, now);
  await parkEvent(event, now);
  // The payment is written before stored events are read, so either this read finds it or that one finds the event.
  const meanwhile = await orderIdOfPayment(event.paymentIntentId);
  if (meanwhile) return apply(meanwhile, event, now);
  log.info("An event waits for its payment", { stripeEvent: event.id, payment: event.paymentIntentId });
}

/** Applies the stored events that came before their payment. Idempotent. */
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
