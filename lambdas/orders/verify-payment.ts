import type Stripe from "stripe";
import type { PaymentStatus } from "../../shared/order-status.ts";
import type { Receipt } from "../../shared/order.ts";
import { messages } from "../../shared/messages.ts";
import { AppError } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { getOrder, orderIdOfSession } from "./order-table.ts";
import { toReceipt } from "./receipt.ts";
import { settleSession } from "./settle-session.ts";
import type { StoredOrder } from "./stored-order.ts";

type Verified = "paid" | "unpaid" | "failed" | "expired" | "refunded";
const SEEN = {
  unpaid: "unpaid",
  processing: "unpaid",
  paid: "paid",
  failed: "failed",
  expired: "expired",
  refunded: "refunded",
  "partially-refunded": "paid",
  "needs-attention": "paid",
} as const satisfies Record<PaymentStatus, Verified>;

/** How the payment of a session stands, with its receipt. 404 for a session that is not ours. */
export async function verifyPayment(
  client: () => Promise<Stripe>,
  sessionId: string,
  now: Date,
): Promise<{ orderId: string; paymentStatus: Verified; receipt: Receipt }> {
  const orderId = await orderIdOfSession(sessionId);
  const stored = orderId ? await getOrder(orderId) : undefined;
  if (!stored) throw new AppError(404, messages.verifyFailed);
  const order = stored.payment.paidSessionId ? stored : await asked(client, stored, sessionId, now);
  return { orderId: order.orderId, paymentStatus: SEEN[order.paymentStatus], receipt: toReceipt(order, now) };
}

/**
 * Whoever comes back from the payment page is often faster than Stripe's event: Stripe is asked, and the order
 * settled by the same rules as an event's. When Stripe does not answer, the order as it is has to do.
 * https://docs.stripe.com/checkout/fulfillment
 */
async function asked(
  client: () => Promise<Stripe>,
  order: StoredOrder,
  sessionId: string,
  now: Date,
): Promise<StoredOrder> {
  try {
    const session = await (
      await client()
    ).checkout.sessions.retrieve(sessionId, undefined, { timeout: 4000 });
    return await settleSession(order.orderId, session, { now, by: "stripe" });
  } catch (error) {
    log.warn("Could not ask Stripe how a session stands", { orderId: order.orderId, error: String(error) });
    return order;
  }
}
