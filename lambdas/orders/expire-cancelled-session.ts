import type Stripe from "stripe";
import * as z from "zod/mini";
import { OrderCancelled } from "../../shared/events.ts";
import { log } from "../lib/log.ts";
import { expireSession, isUnknownTestSession } from "../lib/stripe.ts";

/**
 * Closes the payment page of an order that was cancelled before it was paid. Idempotent. A payment that was
 * made just before is refunded when Stripe reports it for the cancelled order.
 */
export async function expireCancelledSession(client: Stripe, detail: unknown): Promise<void> {
  const { orderId, stripeSessionId } = z.parse(OrderCancelled, detail);
  if (!stripeSessionId) return;
  const session = await expireSession(client, stripeSessionId).catch((error: unknown) => {
    if (!isUnknownTestSession(error, stripeSessionId)) throw error;
    return undefined;
  });
  const status = session?.status ?? "unknown to Stripe";
  log.info("The payment page of a cancelled order", { orderId, status });
}
