import type Stripe from "stripe";
import { log, withLogContext } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { expireHold } from "./expire-hold.ts";
import { getHold, postponeHold, readOrderIdsOfDueHolds, tryChangeHold } from "./hold-table.ts";
import { getOrder } from "./order-table.ts";
import { settleParkedEvents } from "./settle-refund-or-dispute.ts";
import { closeHold } from "./settle-stock.ts";

/** The most holds that one query reads from each index partition. */
const QUERY_LIMIT = 50;
const CONCURRENCY = 8;

/** Reconciles due holds until no hold is due or the time is up. Returns the number of failed holds. */
export async function reconcileHolds(
  getStripe: () => Promise<Stripe>,
  now: Date,
  isTimeUp: () => boolean,
): Promise<number> {
  const seenOrderIds = new Set<string>();
  let holdCount = 0;
  let failureCount = 0;
  /** One of several workers. Each takes the next id from the same array until the array is empty or the time is up. */
  const reconcileWaiting = async (waitingOrderIds: string[]): Promise<void> => {
    for (let orderId = waitingOrderIds.shift(); orderId !== undefined; orderId = waitingOrderIds.shift()) {
      if (isTimeUp()) return;
      holdCount++;
      try {
        await withLogContext({ orderId }, () => reconcileHold(getStripe, orderId, now));
      } catch (error) {
        failureCount++;
        // The failure is logged first, because the postponement may fail too.
        log.error("A hold could not be reconciled", {
          orderId,
          error: error instanceof Error ? error : String(error),
        });
        await postponeHold(orderId, now);
      }
    }
  };
  for (;;) {
    const dueOrderIds = (await readOrderIdsOfDueHolds(now, QUERY_LIMIT)).filter(
      (orderId) => !seenOrderIds.has(orderId),
    );
    if (dueOrderIds.length === 0 || isTimeUp()) break;
    dueOrderIds.forEach((orderId) => seenOrderIds.add(orderId));
    await waitForAll(Array.from({ length: CONCURRENCY }, () => reconcileWaiting(dueOrderIds)));
  }
  if (holdCount > 0) log.info("reconciled", { holds: holdCount, failures: failureCount });
  return failureCount;
}

/**
 * Compares a due hold with its order and with Stripe. If no order holds the pieces, a function may have crashed before it
 * settled the stock, and `closeHold` finishes the function's work. Applies the events of parked-table.ts that came before the
 * payment, because Stripe's event of the payment may never come.
 */
async function reconcileHold(getStripe: () => Promise<Stripe>, orderId: string, now: Date): Promise<void> {
  const [hold, order] = await Promise.all([getHold(orderId), getOrder(orderId)]);
  if (!hold || hold.dueAt > now.toISOString()) return;
  if (order?.hold.state !== "held") {
    const { paymentIntentId } = order?.payment ?? {};
    if (paymentIntentId !== undefined) await settleParkedEvents(orderId, paymentIntentId, now);
    return closeHold(hold, order, now);
  }
  if (order.hold.endsAt > now.toISOString()) {
    // Does nothing if the order's hold has ended since it was read: the hold item then has another state, or is deleted.
    await tryChangeHold(orderId, {
      state: "placed",
      dueAt: order.hold.endsAt,
      from: ["taking", "placed"],
    });
    return;
  }
  await expireHold(getStripe, order, now);
}
