import type Stripe from "stripe";
import { log, withLogContext } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { dueHolds, postponeHold } from "./hold-table.ts";
import { reconcileHold } from "./reconcile-hold.ts";

/** The most holds that one query reads from each index partition. */
const QUERY_LIMIT = 50;
const CONCURRENCY = 8;

/** Reconciles due holds until no hold is due or the time is up. Returns the number of failed holds. */
export async function reconcileHolds(
  client: () => Promise<Stripe>,
  now: Date,
  isTimeUp: () => boolean,
): Promise<number> {
  const seen = new Set<string>();
  let failures = 0;
  const reconcileWaiting = async (waiting: string[]): Promise<void> => {
    for (let orderId = waiting.pop(); orderId !== undefined; orderId = waiting.pop()) {
      if (isTimeUp()) return;
      try {
        await withLogContext({ orderId }, () => reconcileHold(client, orderId, now));
      } catch (error) {
        failures++;
        await postponeHold(orderId, now);
        log.error("A hold could not be reconciled", {
          orderId,
          error: error instanceof Error ? error : String(error),
        });
      }
    }
  };
  for (;;) {
    const due = (await dueHolds(now, QUERY_LIMIT)).filter((orderId) => !seen.has(orderId));
    if (due.length === 0 || isTimeUp()) break;
    due.forEach((orderId) => seen.add(orderId));
    const waiting = due.reverse();
    await waitForAll(Array.from({ length: CONCURRENCY }, () => reconcileWaiting(waiting)));
  }
  if (seen.size > 0) log.info("reconciled", { holds: seen.size, failures });
  return failures;
}
