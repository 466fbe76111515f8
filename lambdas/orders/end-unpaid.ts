import type Stripe from "stripe";
import { applyChange } from "./apply-change.ts";
import { expireSession } from "./expire-session.ts";
import { getOrder } from "./order-table.ts";
import type { HoldEnd } from "./payment-rules.ts";
import { endHold } from "./payment-rules.ts";
import { settleSession } from "./settle-session.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * Ends the hold of an order that nobody has paid, and its payment page first, so that nobody pays for what is given
 * back. An order that turns out to be paid is settled instead. Answers the order as it is afterwards.
 */
export async function endUnpaid(
  client: () => Promise<Stripe>,
  orderId: string,
  reason: HoldEnd,
  { now, by }: { now: Date; by: string },
): Promise<StoredOrder | undefined> {
  const order = await getOrder(orderId);
  if (order?.hold.state !== "held" || order.paymentStatus === "processing") return order;
  const { stripeSessionId: sessionId } = order;
  if (sessionId !== undefined) {
    const session = await expireSession(await client(), sessionId);
    if (session.status === "complete") return settleSession(orderId, session, { now, by: "stripe" });
    // Stripe would not end it: while the page is open, the pieces stay.
    if (session.status !== "expired") return order;
  }
  return applyChange(orderId, (read) => endHold(read, reason, sessionId, { by, now }), { now });
}
