import type Stripe from "stripe";
import { expireSession } from "../lib/stripe.ts";
import { applyChange } from "./apply-change.ts";
import { endHold } from "./payment-rules.ts";
import { settleFailedPayment, settleSession } from "./settle-session.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * Closes an order's payment page, and settles the order with the outcome that Stripe reports. While a delayed payment is
 * processing, the hold stays. An order without a recorded payment page expires immediately: even if Stripe has opened a page,
 * the visitor never got its URL and cannot pay.
 */
export async function expireHold(
  getStripe: () => Promise<Stripe>,
  order: StoredOrder,
  now: Date,
): Promise<void> {
  const { orderId, stripeSessionId: sessionId } = order;
  const actor = { by: "shop", now };
  if (sessionId === undefined) {
    await applyChange(
      orderId,
      (latestOrder) =>
        latestOrder.stripeSessionId ? undefined : endHold(latestOrder, "expired", undefined, actor),
      { now, initialOrder: order },
    );
    return;
  }
  const stripe = await getStripe();
  const session = await expireSession(stripe, sessionId);
  if (
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
