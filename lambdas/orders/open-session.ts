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

/** Seconds. */
const RETRY_AFTER = 5;
/** Shortest session that Stripe opens, in ms. https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at */
const MIN_SESSION_MS = 30 * 60_000;

/**
 * Opens the payment page of an order that holds its pieces, or finds the open one.
 * - No answer in time: the session may exist. The next try finds it by the same idempotency key (503).
 * - 5xx: Stripe repeats this answer under the key, so the next try uses a new key (503 after two).
 * - Refused: the hold ends at once. 400 for an invalid e-mail address, 503 when rate-limited, else 500. Undefined when
 *   the order is too old for a session: the caller makes a new order.
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
 * Records the session on the order, and the pointer from session to order. The hold now ends with the session. When the
 * hold has ended meanwhile, this closes the page and answers undefined.
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
