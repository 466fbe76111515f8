import type Stripe from "stripe";
import type { Limits } from "../../shared/limits.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { AppError, unavailable } from "../lib/errors.ts";
import { shopStock } from "../products/catalog-table.ts";
import { endIdleHolds, endOwnHolds } from "./end-other-holds.ts";
import type { Buyer } from "./hold-limits.ts";
import { holdLimits } from "./hold-limits.ts";
import type { Opened } from "./open-session.ts";
import { openSession } from "./open-session.ts";
import type { Attempt } from "./place-order.ts";
import { placeOrder, TooManyHeld } from "./place-order.ts";
import type { StoredOrder } from "./stored-order.ts";
import { expireHold } from "./reconcile-hold.ts";

/** Keys of visitor and address; `known` when the request had a valid visitor cookie. */
type Client = Pick<Buyer, "visitor" | "address" | "proof"> & { known: boolean };
type Settings = { limits: Limits; origin: string; secret: string };

/**
 * A checkout attempt: holds the pieces, makes the order, opens the payment page. A repeated request gets the same order
 * and session. 400, 409 (prices or stock changed; attempt used for something else; paid), 429, 503.
 */
export async function createCheckout(
  client: () => Promise<Stripe>,
  attempt: Attempt,
  buyer: Client,
  settings: Settings,
): Promise<Opened> {
  const { now, orderData } = attempt;
  for (let tries = 0; tries < 2; tries++) {
    const order = await placeWithRoom(client, attempt, buyer, settings);
    const { orderId, stripeSessionId: sessionId, payment } = order;
    if (sessionId && payment.url) {
      if (payment.expiresAt * 1000 > +now) return { orderId, sessionId, url: payment.url };
      // Its page has closed. Settle the order with Stripe, then try again.
      await expireHold(client, order, now);
      continue;
    }
    const opened = await openSession(await client(), order, settings.origin, now);
    if (opened) return opened;
  }
  throw unavailable(new Error(`Attempt ${orderData.oId} found no open payment page twice`));
}

/** Places the order. If pieces are short or limits are reached, it first ends other unpaid holds of this visitor, then idle ones. */
async function placeWithRoom(
  client: () => Promise<Stripe>,
  attempt: Attempt,
  { known, ...buyer }: Client,
  { limits, secret }: Settings,
): Promise<StoredOrder> {
  const { orderData, now } = attempt;
  const { oId: attemptId } = orderData;
  const rules = holdLimits(
    limits,
    { ...buyer, attemptId, now },
    {
      // With a `freeShare` of 1 the shop-wide stock does not matter.
      shop: () => (limits.freeShare < 1 ? shopStock() : Promise.resolve({ available: 0, held: 0 })),
      secret,
    },
  );
  const own = { visitor: buyer.visitor, attemptId, now };
  // Holds without a payment page cannot be paid: they are left from failed attempts.
  if (known) await endOwnHolds(client, own, { withPage: false });
  for (let tries = 0; ; tries++) {
    try {
      return await placeOrder(attempt, rules);
    } catch (error) {
      if (tries > 1 || !isShort(error, orderData)) throw error;
      const ended = known ? await endOwnHolds(client, own, { withPage: true }) : 0;
      if (ended === 0 && (await endIdleHolds(client, orderData.items, rules, limits, now)) === 0) throw error;
    }
  }
}

/** Pieces are short, or this client holds too many. */
function isShort(error: unknown, { items }: OrderData): boolean {
  if (error instanceof TooManyHeld) return true;
  const lines = error instanceof AppError ? (error.lines ?? []) : [];
  return lines.some(
    ({ id, v, price, available }) =>
      price !== null && items.some((item) => item.id === id && item.v === v && item.q > available),
  );
}
