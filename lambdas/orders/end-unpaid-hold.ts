import type Stripe from "stripe";
import { expireSession } from "../lib/stripe.ts";
import { applyChange } from "./apply-change.ts";
import { getOrder } from "./order-table.ts";
import type { HoldEnd } from "./payment-rules.ts";
import { endHold } from "./payment-rules.ts";
import { settleSession } from "./settle-session.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * Ends an unpaid order's hold. Closes the payment page first, so that no customer pays for released pieces. If the customer
 * has completed the page, settles the order instead. Changes nothing if a payment is being processed or the order holds no
 * pieces. `options` are for each call to Stripe. Returns the order after the change; undefined if there is no such order.
 */
export async function endUnpaidHold(
  getStripe: () => Promise<Stripe>,
  orderId: string,
  reason: HoldEnd,
  { now, by }: { now: Date; by: string },
  options?: Stripe.RequestOptions,
): Promise<StoredOrder | undefined> {
  const order = await getOrder(orderId);
  if (order?.hold.state !== "held" || order.paymentStatus === "processing") return order;
  const { stripeSessionId: sessionId } = order;
  if (sessionId !== undefined) {
    const session = await expireSession(await getStripe(), sessionId, options);
    if (session.status === "complete") return settleSession(order, session, { now, by: "stripe" });
    // Stripe did not end the session. The pieces stay held while the payment page is open.
    if (session.status !== "expired") return order;
  }
  // Another request may have opened a payment page since the order was read. Then the pieces stay held.
  return applyChange(
    orderId,
    (latestOrder) =>
      latestOrder.stripeSessionId === sessionId
        ? endHold(latestOrder, reason, sessionId, { by, now })
        : undefined,
    { now, initialOrder: order },
  );
}
