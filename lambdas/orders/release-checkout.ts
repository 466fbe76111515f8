import Stripe from "stripe";
import { messages } from "../../shared/messages.ts";
import { aborted, notFound } from "../lib/errors.ts";
import { applyChange } from "./apply-change.ts";
import { getOrder, orderIdOfSession } from "./order-table.ts";
import { endHold } from "./payment-rules.ts";
import { settleSession } from "./settle-session.ts";

/**
 * The visitor leaves the payment page: Stripe's session ends first, then the hold, once, whoever asks again.
 * 404 for no session of ours; 409 when it is paid, or on its way.
 */
export async function releaseCheckout(
  client: () => Promise<Stripe>,
  sessionId: string,
  now: Date,
): Promise<void> {
  const orderId = await orderIdOfSession(sessionId);
  const order = orderId ? await getOrder(orderId) : undefined;
  if (!order) throw notFound();
  if (order.payment.paidSessionId || order.paymentStatus === "processing")
    throw aborted(messages.alreadyPaid);
  if (order.hold.state !== "held") return;
  const session = await expireSession(await client(), sessionId);
  if (session.status === "complete") {
    await settleSession(order.orderId, session, { now, by: "stripe" });
    throw aborted(messages.alreadyPaid);
  }
  await applyChange(order.orderId, (read) => endHold(read, "released", sessionId, { by: "customer", now }), {
    now,
  });
}

/** Ends a session at Stripe and answers how it stands: one that is complete stays so. */
export async function expireSession(client: Stripe, sessionId: string): Promise<Stripe.Checkout.Session> {
  try {
    return await client.checkout.sessions.expire(sessionId);
  } catch (error) {
    // Stripe refuses when the session is not open any more: then its state is the answer.
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return client.checkout.sessions.retrieve(sessionId);
    throw error;
  }
}
