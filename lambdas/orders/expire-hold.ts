import type Stripe from "stripe";
import { log } from "../lib/log.ts";
import { expireSession, isUnknownTestSession } from "../lib/stripe.ts";
import { applyChange } from "./apply-change.ts";
import { endHold } from "./payment-rules.ts";
import { settleFailedPayment, settleSession } from "./settle-session.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * Closes an order's payment page, and settles the order with the outcome that Stripe reports. While a delayed payment is
 * processing, the hold stays. An order without a recorded payment page expires immediately: even if Stripe has opened a page,
 * the visitor never got its URL and cannot pay. So does an order whose page was opened in test mode and is unknown to Stripe.
 */
export async function expireHold(
  getStripe: () => Promise<Stripe>,
  order: StoredOrder,
  now: Date,
): Promise<void> {
  const { orderId, stripeSessionId: sessionId } = order;
  const actor = { by: "shop", now };
  const endThisHold = () =>
    applyChange(
      orderId,
      (latestOrder) =>
        latestOrder.stripeSessionId === sessionId && latestOrder.paymentStatus !== "processing"
          ? endHold(latestOrder, "expired", sessionId, actor)
          : undefined,
      { now, initialOrder: order },
    );
  if (sessionId === undefined) {
    await endThisHold();
    return;
  }
  const stripe = await getStripe();
  const session = await expireSession(stripe, sessionId).catch((error: unknown) => {
    if (order.paymentStatus === "processing" || !isUnknownTestSession(error, sessionId)) throw error;
    log.warn("Stripe does not know the session of a hold", { orderId });
    return undefined;
  });
  if (!session) {
    await endThisHold();
  } else if (
    session.status === "complete" &&
    session.payment_status === "unpaid" &&
    (await hasPaymentFailed(stripe, session))
  ) {
    await settleFailedPayment(order, sessionId, actor);
  } else {
    await settleSession(order, session, actor);
  }
}

/** Whether a delayed payment has failed for good: it needs another payment method, or is cancelled. */
async function hasPaymentFailed(client: Stripe, session: Stripe.Checkout.Session): Promise<boolean> {
  const intent = session.payment_intent;
  const { status } =
    typeof intent === "string" ? await client.paymentIntents.retrieve(intent) : (intent ?? {});
  return status === "requires_payment_method" || status === "canceled";
}
