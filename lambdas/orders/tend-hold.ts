import Stripe from "stripe";
import { isReplayedFailure } from "../lib/stripe.ts";
import { applyChange } from "./apply-change.ts";
import { keepSession } from "./open-session.ts";
import { getOrder } from "./order-table.ts";
import { endHold } from "./payment-rules.ts";
import { expireSession } from "./release-checkout.ts";
import { idempotencyKey, sessionParams } from "./session-params.ts";
import { settleFailed, settleSession } from "./settle-session.ts";
import type { StoredOrder } from "./stored-order.ts";

/**
 * An order whose hold outlived its session: Stripe says what became of it, and the order follows. An order without
 * a session (the function died in between) finds it under its idempotency key, or learns that there is none.
 */
export async function tendHold(client: Stripe, orderId: string, origin: string, now: Date): Promise<void> {
  const order = await getOrder(orderId);
  if (order?.hold.state !== "held") return;
  const sessionId = order.stripeSessionId ?? (await lostSession(client, order, origin, now));
  const cause = { by: "shop", now };
  if (sessionId === undefined) {
    await applyChange(orderId, (read) => endHold(read, "expired", undefined, cause), { now });
    return;
  }
  const session = await expireSession(client, sessionId);
  if (
    session.status === "complete" &&
    session.payment_status === "unpaid" &&
    (await failed(client, session))
  ) {
    await settleFailed(orderId, sessionId, cause);
  } else {
    await settleSession(orderId, session, cause);
  }
}

/** A slow payment that will not come: its intent asks for another method, or is cancelled. */
async function failed(client: Stripe, session: Stripe.Checkout.Session): Promise<boolean> {
  const intent = session.payment_intent;
  const { status } =
    typeof intent === "string" ? await client.paymentIntents.retrieve(intent) : (intent ?? {});
  return status === "requires_payment_method" || status === "canceled";
}

/** The session that was made but never recorded. Stripe refuses to make one that ends in the past, so none is made now. */
async function lostSession(
  client: Stripe,
  order: StoredOrder,
  origin: string,
  now: Date,
): Promise<string | undefined> {
  try {
    const session = await client.checkout.sessions.create(sessionParams(order, origin), {
      idempotencyKey: idempotencyKey(order),
    });
    return (await keepSession(order, session, now)).sessionId;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
    // Made under this key with other parameters, before a deployment changed them: its address was given to nobody.
    if (error instanceof Stripe.errors.StripeIdempotencyError) return undefined;
    // Behind such an answer there is no session that anybody could pay.
    if (isReplayedFailure(error)) return undefined;
    throw error;
  }
}
