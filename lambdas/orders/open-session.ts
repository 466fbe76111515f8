import Stripe from "stripe";
import { messages } from "../../shared/messages.ts";
import { AppError, invalid, unavailable } from "../lib/errors.ts";
import { expireSession } from "../lib/stripe.ts";
import { applyChange } from "./apply-change.ts";
import { holdEndsWithSession } from "./new-order.ts";
import { putSession } from "./order-table.ts";
import { endHold } from "./payment-rules.ts";
import { idempotencyKey, sessionParams } from "./session-params.ts";
import type { StoredOrder } from "./stored-order.ts";

export type Opened = { orderId: string; sessionId: string; url: string };

/** Seconds after which a busy Stripe is worth another try. */
const RETRY_AFTER = 5;
/** Stripe opens no session that ends sooner, in ms. https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at */
const MIN_SESSION_MS = 30 * 60_000;

/**
 * Opens the payment page of an order that holds its pieces, or finds the one that is open.
 * - No answer in time: the session may be there. The next try has the same key, so it finds it (503).
 * - An answer of 5xx is replayed by Stripe under its key: the next try has a new one (503 after two).
 * - Stripe refuses: the hold ends at once. 400 for an e-mail address that it finds wrong, 503 when it is busy, else 500;
 *   or undefined when the order is so old that no session fits into its hold any more: then a new order helps.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function openSession(
  client: Stripe,
  order: StoredOrder,
  origin: string,
  now: Date,
): Promise<Opened | undefined> {
  let current = order;
  for (let tries = 0; tries < 2; tries++) {
    try {
      const session = await client.checkout.sessions.create(sessionParams(current, origin), {
        idempotencyKey: idempotencyKey(current),
      });
      return await keepSession(client, current, session, now);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      if (error instanceof Stripe.errors.StripeConnectionError || error.code === "idempotency_key_in_use") {
        throw unavailable(error, RETRY_AFTER);
      }
      if (error instanceof Stripe.errors.StripeAPIError) {
        current = await nextKey(current, now);
        continue;
      }
      await applyChange(
        current.orderId,
        (read) => endHold(read, "refused", undefined, { by: "stripe", now }),
        { now },
      );
      if (current.payment.expiresAt * 1000 < +now + MIN_SESSION_MS) return undefined;
      if (error.param === "customer_email")
        throw invalid({ "orderData.bill.email": "Email format is invalid" });
      throw error instanceof Stripe.errors.StripeRateLimitError
        ? unavailable(error, RETRY_AFTER)
        : new AppError(500, messages.internal, { cause: error });
    }
  }
  throw unavailable(new Error(`Stripe answered 5xx twice for order ${order.orderId}`), RETRY_AFTER);
}

/**
 * Records which session an order has, and the way back from the session to the order; the hold now ends with it.
 * Undefined when the hold has ended meanwhile: then nobody is sent to the page, and it is closed.
 */
async function keepSession(
  client: Stripe,
  order: StoredOrder,
  session: Stripe.Checkout.Session,
  now: Date,
): Promise<Opened | undefined> {
  const url = session.url ?? "";
  const kept = await applyChange(
    order.orderId,
    (read) =>
      read.stripeSessionId === session.id || read.hold.state !== "held"
        ? undefined
        : {
            order: {
              ...read,
              stripeSessionId: session.id,
              payment: { ...read.payment, url },
              hold: { ...read.hold, endsAt: holdEndsWithSession(read.payment) },
            },
            events: [],
          },
    { now, known: order, also: [putSession(session.id, order.orderId)] },
  );
  if (kept.stripeSessionId === session.id) return { orderId: order.orderId, sessionId: session.id, url };
  await expireSession(client, session.id);
  return undefined;
}

const nextKey = (order: StoredOrder, now: Date): Promise<StoredOrder> =>
  applyChange(
    order.orderId,
    (read) =>
      read.payment.n > order.payment.n
        ? undefined
        : { order: { ...read, payment: { ...read.payment, n: read.payment.n + 1 } }, events: [] },
    { now },
  );
