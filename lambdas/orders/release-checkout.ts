import type Stripe from "stripe";
import { messages } from "../../shared/messages.ts";
import { aborted, notFound, unavailable } from "../lib/errors.ts";
import { endUnpaid } from "./end-unpaid.ts";
import { getOrder, orderIdOfSession } from "./order-table.ts";

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
  const after = await endUnpaid(client, order.orderId, "released", { now, by: "customer" });
  if (after?.payment.paidSessionId || after?.paymentStatus === "processing")
    throw aborted(messages.alreadyPaid);
  if (after?.hold.state === "held") throw unavailable(new Error(`Stripe left ${sessionId} open`));
}
