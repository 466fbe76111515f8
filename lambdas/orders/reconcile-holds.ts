import type Stripe from "stripe";
import { log, withLogContext } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { readDueHolds, postponeHold } from "./hold-table.ts";
import { reconcileHold } from "./reconcile-hold.ts";

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
  let failures = 0;
  const reconcileWaiting = async (waitingOrderIds: string[]): Promise<void> => {
    for (let orderId = waitingOrderIds.shift(); orderId !== undefined; orderId = waitingOrderIds.shift()) {
      if (isTimeUp()) return;
      try {
        await withLogContext({ orderId }, () => reconcileHold(getStripe, orderId, now));
      } catch (error) {
        failures++;
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
    const dueOrderIds = (await readDueHolds(now, QUERY_LIMIT)).filter(
      (orderId) => !seenOrderIds.has(orderId),
    );
    if (dueOrderIds.length === 0 || isTimeUp()) break;
    dueOrderIds.forEach((orderId) => seenOrderIds.add(orderId));
    await waitForAll(Array.from({ length: CONCURRENCY }, () => reconcileWaiting(dueOrderIds)));
  }
  if (seenOrderIds.size > 0) log.info("reconciled", { holds: seenOrderIds.size, failures });
  return failures;
}
