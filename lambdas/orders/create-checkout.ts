import type Stripe from "stripe";
import type { Limits } from "../../shared/limits.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { AppError, invalid, unavailable } from "../lib/errors.ts";
import { startTimeLimit } from "../lib/time-limit.ts";
import { CodeUsedUpError } from "../discounts/offer.ts";
import { readShopStock } from "../products/catalog-table.ts";
import { addressProblems } from "./address-problems.ts";
import { endIdleHolds, endOwnHolds, MAX_START_MS } from "./end-other-holds.ts";
import { isFree, settleFreeOrder } from "./free-order.ts";
import type { Buyer } from "./hold-limits.ts";
import { createLimitCheck } from "./hold-limits.ts";
import type { OpenedSession } from "./open-session.ts";
import { openSession } from "./open-session.ts";
import type { Attempt } from "./place-order.ts";
import { placeOrder, TooManyHeldError } from "./place-order.ts";
import type { StoredOrder } from "./stored-order.ts";
import { expireHold } from "./expire-hold.ts";

/** `addressKey`: the key of the IP address. `hasCookie`: the request had a valid visitor cookie. */
type CheckoutBuyer = Pick<Buyer, "visitorKey" | "addressKey" | "proof"> & { hasCookie: boolean };
/** `origin`: of the shop's pages. `secret` signs challenges. */
type Settings = { limits: Limits; origin: string; secret: string };

/**
 * After this time, no payment page is opened and no further try begins, because opening a page takes up to 20 s of the
 * function's 29 s, and a try needs up to 8 s for the tax. The customer's next request then opens the page of the order, or tries
 * again.
 */
const MAX_START_OF_STEP_MS = 8_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * A checkout attempt: holds the pieces, creates the order, opens the payment page. A repeated request gets the same order
 * and session. Throws the errors of `placeOrder` and `openSession`; also 400 for an address that the stage does not accept,
 * and 503 if no payment page could be opened in two tries or in time.
 */
export async function createCheckout(
  getStripe: () => Promise<Stripe>,
  attempt: Attempt,
  buyer: CheckoutBuyer,
  settings: Settings,
): Promise<OpenedSession> {
  const { now, orderData } = attempt;
  const problems = addressProblems(orderData, attempt.shipping);
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const isLate = startTimeLimit(MAX_START_OF_STEP_MS);
  for (let tries = 0; tries < 2 && !isLate(); tries++) {
    const order = await placeOrMakeRoom(getStripe, attempt, buyer, { ...settings, isLate });
    const { orderId, stripeSessionId: sessionId, payment } = order;
    if (isFree(order)) {
      const freeSession = await settleFreeOrder(order, now);
      if (freeSession) return freeSession;
      continue;
    }
    if (sessionId && payment.url) {
      if (payment.expiresAt * 1000 > +now) return { orderId, sessionId, url: payment.url };
      // The order's payment page has closed. Settle the order with Stripe, then try again.
      await expireHold(getStripe, order, now);
      continue;
    }
    if (isLate()) break;
    const openedSession = await openSession(await getStripe(), order, settings.origin, now);
    if (openedSession) return openedSession;
  }
  throw unavailable(
    new Error(`No payment page could be opened for attempt ${orderData.oId} in two tries or in time`),
    RETRY_AFTER_SECONDS,
  );
}

/**
 * Places the order. If there are too few pieces or uses of a code, or a limit is reached, ends other holds: first those
 * of this visitor, then idle ones. Throws 503 if the time was too short for this: the customer's next request
 * continues.
 */
async function placeOrMakeRoom(
  getStripe: () => Promise<Stripe>,
  attempt: Attempt,
  { hasCookie, ...buyer }: CheckoutBuyer,
  { limits, secret, isLate }: Settings & { isLate: () => boolean },
): Promise<StoredOrder> {
  const { orderData, now } = attempt;
  const { oId: attemptId } = orderData;
  const checkLimits = createLimitCheck(
    limits,
    { ...buyer, attemptId, now },
    {
      // With a `shareWithoutProof` of 1 no checkout needs a proof, so the shop-wide stock is not read.
      readShopStock: () =>
        limits.shareWithoutProof < 1 ? readShopStock() : Promise.resolve({ available: 0, held: 0 }),
      secret,
    },
  );
  const ownHolds = { visitorKey: buyer.visitorKey, attemptId, now };
  // First end the visitor's holds without a payment page. They come from failed attempts, and nobody can pay them.
  if (hasCookie)
    await endOwnHolds(getStripe, ownHolds, {
      shouldEnd: ({ stripeSessionId }) => stripeSessionId === undefined,
      isTimeUp: startTimeLimit(MAX_START_MS),
    });
  let isTimeUp: (() => boolean) | undefined;
  for (let failures = 0; ; failures++) {
    try {
      return await placeOrder(attempt, checkLimits, isLate);
    } catch (error) {
      if (failures > 1 || !isShortage(error, orderData)) throw error;
      isTimeUp ??= startTimeLimit(MAX_START_MS);
      const endedCount = hasCookie
        ? await endOwnHolds(getStripe, ownHolds, {
            shouldEnd: (order) => mayEndShortage(error, order),
            isTimeUp,
          })
        : 0;
      if (endedCount > 0) continue;
      const endedIdleCount = await endIdleHolds(getStripe, orderData.items, checkLimits, limits, {
        isTimeUp,
        now,
      });
      if (endedIdleCount === 0) throw isTimeUp() ? unavailable(error, RETRY_AFTER_SECONDS) : error;
    }
  }
}

/** Whether ending this hold of the same visitor may help. A use of a code becomes free only if the hold has this use. */
const mayEndShortage = (error: unknown, order: StoredOrder): boolean =>
  !(error instanceof CodeUsedUpError) || error.isHeldBy(order);

/**
 * Whether ending other holds may help: too few pieces or uses of a code are available, or this client holds too many
 * pieces.
 */
function isShortage(error: unknown, { items }: OrderData): boolean {
  if (error instanceof TooManyHeldError || error instanceof CodeUsedUpError) return true;
  const lines = error instanceof AppError ? (error.lines ?? []) : [];
  return lines.some(
    ({ id, v, price, available, salesEnded }) =>
      price !== null &&
      !salesEnded &&
      items.some((item) => item.id === id && item.v === v && item.q > available),
  );
}
