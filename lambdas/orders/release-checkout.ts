import type Stripe from "stripe";
import { checkoutMessages } from "../../shared/checkout-messages.ts";
import { conflict, notFound, unavailable } from "../lib/errors.ts";
import { addOrderToLog } from "../lib/log.ts";
import { endUnpaidHold } from "./end-unpaid-hold.ts";
import { getOrder, findOrderIdOfSession } from "./order-table.ts";

/**
 * For a visitor who left the payment page: ends Stripe's session, then the hold. Idempotent. Throws 404 for a session that
 * the shop did not open; 409 when the order is paid or being paid; 503 if the session is still open afterwards.
 */
export async function releaseCheckout(
  getStripe: () => Promise<Stripe>,
  sessionId: string,
  now: Date,
): Promise<void> {
  const orderId = await findOrderIdOfSession(sessionId);
  if (orderId) addOrderToLog(orderId);
  const order = orderId ? await getOrder(orderId) : undefined;
  if (!order) throw notFound();
  if (order.payment.paidSessionId || order.paymentStatus === "processing")
    throw conflict(checkoutMessages.alreadyPaid, "already_paid");
  if (order.hold.state !== "held") return;
  const orderAfter = await endUnpaidHold(getStripe, order.orderId, "released", { now, by: "customer" });
  if (orderAfter?.payment.paidSessionId || orderAfter?.paymentStatus === "processing")
    throw conflict(checkoutMessages.alreadyPaid, "already_paid");
  if (orderAfter?.hold.state === "held") throw unavailable(new Error(`Stripe left ${sessionId} open`));
}
