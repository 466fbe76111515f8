import type Stripe from "stripe";
import type { publicApi } from "../../shared/api-public.ts";
import type { Output } from "../../shared/endpoint.ts";
import { messages } from "../../shared/messages.ts";
import { AppError } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { getOrder, orderIdOfSession } from "./order-table.ts";
import { paymentOutcome } from "./payment-outcome.ts";
import { toReceipt } from "./receipt.ts";
import { settleSession } from "./settle-session.ts";
import type { StoredOrder } from "./stored-order.ts";

/** The outcome of a session's payment, with the receipt. 404 for a session that is not this shop's. */
export async function verifyPayment(
  client: () => Promise<Stripe>,
  sessionId: string,
  now: Date,
): Promise<Output<typeof publicApi.verifyPayment>> {
  const orderId = await orderIdOfSession(sessionId);
  const stored = orderId ? await getOrder(orderId) : undefined;
  if (!stored) throw new AppError(404, messages.verifyFailed);
  const settled = stored.payment.paidSessionId === sessionId;
  const order = settled ? stored : await settleFromStripe(client, stored, sessionId, now);
  return {
    orderId: order.orderId,
    ...paymentOutcome(order, sessionId),
    receipt: toReceipt(order, now),
  };
}

/** Timeout in ms. There is no retry: the customer waits. */
const STRIPE_MS = 4_000;

/**
 * Customers often return from the payment page before Stripe's event arrives. So this reads the session from Stripe and
 * settles the order by the same rules. If Stripe does not answer in time, it answers the order as stored.
 * https://docs.stripe.com/checkout/fulfillment
 */
async function settleFromStripe(
  client: () => Promise<Stripe>,
  order: StoredOrder,
  sessionId: string,
  now: Date,
): Promise<StoredOrder> {
  try {
    const { checkout } = await client();
    const once = { timeout: STRIPE_MS, maxNetworkRetries: 0 };
    const session = await checkout.sessions.retrieve(sessionId, undefined, once);
    return await settleSession(order, session, { now, by: "stripe" });
  } catch (error) {
    log.warn("Could not ask Stripe how a session stands", { orderId: order.orderId, error: String(error) });
    return order;
  }
}
