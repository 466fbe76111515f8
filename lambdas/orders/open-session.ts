import Stripe from "stripe";
import { messages } from "../../shared/messages.ts";
import { toCents } from "../../shared/money.ts";
import { AppError, invalid, unavailable } from "../lib/errors.ts";
import { expireSession, hasStripeCode } from "../lib/stripe.ts";
import { applyChange } from "./apply-change.ts";
import { holdEndAfterSession } from "./new-order.ts";
import { putSession } from "./order-table.ts";
import { endHold } from "./payment-rules.ts";
import { couponParams, idempotencyKeyOf, sessionParams } from "./session-params.ts";
import type { StoredOrder } from "./stored-order.ts";

export type OpenedSession = { orderId: string; sessionId: string; url: string };

const RETRY_AFTER_SECONDS = 5;
/**
 * A second try begins only within this time, so that a checkout ends within the 29 s of its function: the tax takes at most
 * 8 s, a coupon 6 s and a session 12 s.
 */
const MAX_RETRY_START_MS = 2_000;
/**
 * The shortest session that Stripe opens.
 * https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at
 */
const MIN_SESSION_MS = 30 * 60_000;

/**
 * Opens the payment page of an order that holds its pieces, or finds the open page. When Stripe
 * - does not answer in time, or is still answering an earlier request with the same idempotency key: throws 503. The session
 *   may exist; the next try finds it by the same key.
 * - answers 5xx: tries once more with a new key, because Stripe repeats this answer under the old key. After the second try, or
 *   if the first answer came late, throws 503; the next request has the new key.
 * - refuses the key because its first request had other parameters: does the same as after 5xx. The first request was made
 *   by the function's code before a deployment, and the visitor never got the URL of its session.
 * - refuses: ends the hold. Returns undefined when the order is too old for a session, so that the caller
 *   places a new order. Throws 400 for an invalid email address, 503 when rate-limited, and 500 for other refusals.
 * - would charge another amount than the order's total: closes the page, ends the hold, and throws 500.
 * - opens the page after the hold has ended, or after another request has recorded its page: closes the page, and returns
 *   undefined.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function openSession(
  client: Stripe,
  order: StoredOrder,
  origin: string,
  now: Date,
): Promise<OpenedSession | undefined> {
  const startedAt = performance.now();
  let currentOrder = order;
  for (let tries = 0; tries < 2; tries++) {
    try {
      await createCoupon(client, currentOrder);
      const session = await client.checkout.sessions.create(sessionParams(currentOrder, origin), {
        idempotencyKey: idempotencyKeyOf(currentOrder),
      });
      if (session.amount_total !== toCents(currentOrder.financialInfo.total))
        throw await refuseAmount(client, currentOrder, session, now);
      return await recordSession(client, currentOrder, session, now);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      if (error instanceof Stripe.errors.StripeConnectionError || error.code === "idempotency_key_in_use") {
        throw unavailable(error, RETRY_AFTER_SECONDS);
      }
      if (
        error instanceof Stripe.errors.StripeAPIError ||
        error instanceof Stripe.errors.StripeIdempotencyError
      ) {
        currentOrder = await storeNextKey(currentOrder, now);
        // Another request of this checkout attempt has opened the payment page. The next request gets its URL.
        if (currentOrder.stripeSessionId !== order.stripeSessionId)
          throw unavailable(error, RETRY_AFTER_SECONDS);
        if (performance.now() - startedAt > MAX_RETRY_START_MS) break;
        continue;
      }
      // The hold is not ended if another request of this checkout attempt has opened the payment page.
      await applyChange(
        currentOrder.orderId,
        (latestOrder) =>
          latestOrder.stripeSessionId
            ? undefined
            : endHold(latestOrder, "refused", undefined, { by: "stripe", now }),
        { now },
      );
      // The time of the answer and not `now`, because a slow Stripe may have read the request seconds after `now`.
      if (currentOrder.payment.expiresAt * 1000 < Date.now() + MIN_SESSION_MS) return undefined;
      if (error.param === "customer_email")
        throw invalid({ "orderData.bill.email": "Email format is invalid" });
      throw error instanceof Stripe.errors.StripeRateLimitError
        ? unavailable(error, RETRY_AFTER_SECONDS)
        : new AppError(500, messages.internal, { cause: error });
    }
  }
  throw unavailable(new Error(`Stripe opened no session for order ${order.orderId}`), RETRY_AFTER_SECONDS);
}

/** Creates the coupon of an order with a discount, once. One try, because the customer waits. */
async function createCoupon(client: Stripe, order: StoredOrder): Promise<void> {
  if (!order.financialInfo.discount) return;
  try {
    await client.coupons.create(couponParams(order), {
      idempotencyKey: `${idempotencyKeyOf(order)}:coupon`,
      maxNetworkRetries: 0,
    });
  } catch (error) {
    if (!hasStripeCode(error, "resource_already_exists")) throw error;
  }
}

/** Closes a payment page that would charge another amount than the order's total, and ends the hold. Returns the error. */
async function refuseAmount(
  client: Stripe,
  { orderId, financialInfo }: StoredOrder,
  session: Stripe.Checkout.Session,
  now: Date,
): Promise<AppError> {
  await expireSession(client, session.id);
  await applyChange(
    orderId,
    (latestOrder) => endHold(latestOrder, "refused", undefined, { by: "shop", now }),
    { now },
  );
  const amounts = `${session.amount_total} cents, not ${toCents(financialInfo.total)}`;
  return new AppError(500, messages.internal, { cause: new Error(`Stripe would charge ${amounts}`) });
}

/**
 * Records the session on the order, writes the item that finds the order by the session, and extends the hold to the
 * session's end. If the hold has already ended, or another request has recorded its session in the meantime, closes the payment
 * page and returns undefined.
 */
async function recordSession(
  client: Stripe,
  order: StoredOrder,
  session: Stripe.Checkout.Session,
  now: Date,
): Promise<OpenedSession | undefined> {
  const url = session.url ?? "";
  const changedOrder = await applyChange(
    order.orderId,
    (latestOrder) =>
      latestOrder.stripeSessionId !== undefined || latestOrder.hold.state !== "held"
        ? undefined
        : {
            order: {
              ...latestOrder,
              stripeSessionId: session.id,
              payment: { ...latestOrder.payment, url },
              hold: { ...latestOrder.hold, endsAt: holdEndAfterSession(latestOrder.payment) },
            },
            events: [],
          },
    {
      now,
      initialOrder: order,
      extraWrites: [putSession(session.id, order.orderId)],
    },
  );
  if (changedOrder.stripeSessionId === session.id)
    return { orderId: order.orderId, sessionId: session.id, url };
  await expireSession(client, session.id);
  return undefined;
}

/** Stores the next number of the order's idempotency key, unless another invocation has increased it. Returns the order. */
const storeNextKey = (order: StoredOrder, now: Date): Promise<StoredOrder> =>
  applyChange(
    order.orderId,
    (latestOrder) =>
      latestOrder.payment.n > order.payment.n
        ? undefined
        : {
            order: { ...latestOrder, payment: { ...latestOrder.payment, n: latestOrder.payment.n + 1 } },
            events: [],
          },
    { now },
  );
