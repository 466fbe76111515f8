import type Stripe from "stripe";
import { applyChange } from "./apply-change.ts";
import { expireSession } from "./expire-session.ts";
import { getHold, tryChangeHold } from "./hold-table.ts";
import { getOrder } from "./order-table.ts";
import { endHold } from "./payment-rules.ts";
import { closeHold } from "./settle-stock.ts";
import { settleFailed, settleSession } from "./settle-session.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * Looks at a hold whose time has come. The order still has its pieces: it ends as Stripe says. Otherwise nobody is at
 * work on it any more, and what a function that died left undone is done.
 */
export async function reconcileHold(client: () => Promise<Stripe>, orderId: string, now: Date): Promise<void> {
  const [hold, order] = await Promise.all([getHold(orderId), getOrder(orderId)]);
  if (!hold || hold.dueAt > now.toISOString()) return;
  if (order?.hold.state !== "held") return closeHold(hold, order, now);
  if (order.hold.endsAt > now.toISOString()) {
    await tryChangeHold(orderId, { state: "placed", dueAt: order.hold.endsAt });
    return;
  }
  await expireHold(client, order, now);
}

/**
 * A hold that outlived its payment page ends as Stripe says. Without a page on record it just ends: if Stripe has made
 * one, nobody was given its address.
 */
export async function expireHold(client: () => Promise<Stripe>, order: StoredOrder, now: Date): Promise<void> {
  const { orderId, stripeSessionId: sessionId } = order;
  const cause = { by: "shop", now };
  if (sessionId === undefined) {
    await applyChange(
      orderId,
      (read) => (read.stripeSessionId ? undefined : endHold(read, "expired", undefined, cause)),
      { now },
    );
    return;
  }
  const stripe = await client();
  const session = await expireSession(stripe, sessionId);
  if (
    session.status === "complete" &&
    session.payment_status === "unpaid" &&
    (await hasPaymentFailed(stripe, session))
  ) {
    await settleFailed(orderId, sessionId, cause);
  } else {
    await settleSession(orderId, session, cause);
  }
}

/** A slow payment that will not come: its intent asks for another method, or is cancelled. */
async function hasPaymentFailed(client: Stripe, session: Stripe.Checkout.Session): Promise<boolean> {
  const intent = session.payment_intent;
  const { status } =
    typeof intent === "string" ? await client.paymentIntents.retrieve(intent) : (intent ?? {});
  return status === "requires_payment_method" || status === "canceled";
}
