import type Stripe from "stripe";
import * as z from "zod/mini";
import { OrderCancelled } from "../../shared/events.ts";
import { log } from "../lib/log.ts";
import { expireSession } from "../lib/stripe.ts";

/**
 * Ends the payment page of an order that was cancelled before it was paid. Idempotent. A payment made just before is
 * refunded when Stripe's event of it finds the order cancelled.
 */
export async function expireCancelled(client: Stripe, detail: unknown): Promise<void> {
  const { orderId, stripeSessionId } = z.parse(OrderCancelled, detail);
  if (!stripeSessionId) return;
  const { status } = await expireSession(client, stripeSessionId);
  log.info("The payment page of a cancelled order", { orderId, status });
}
