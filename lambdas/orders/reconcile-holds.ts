import type Stripe from "stripe";
import { log } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { dueHolds, postponeHold } from "./hold-table.ts";
import { reconcileHold } from "./reconcile-hold.ts";

/** Holds that one query reads from each index partition. */
const BATCH = 50;
const CONCURRENCY = 8;
/** A run starts no other hold after this long, in ms: one takes 12 s while Stripe hangs, and the function has 55 s. */
const START_MS = 40_000;

/** Reconciles all holds that are due, until none is left or the time is up. Answers how many failed. */
export async function reconcileHolds(client: () => Promise<Stripe>, now: Date): Promise<number> {
  const started = performance.now();
  const isTimeUp = () => performance.now() - started > START_MS;
  const seen = new Set<string>();
  let failures = 0;
  const work = async (waiting: string[]): Promise<void> => {
    for (let orderId = waiting.pop(); orderId !== undefined; orderId = waiting.pop()) {
      if (isTimeUp()) return;
      try {
        await reconcileHold(client, orderId, now);
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
    const due = (await dueHolds(now, BATCH)).filter((orderId) => !seen.has(orderId));
    if (due.length === 0 || isTimeUp()) break;
    due.forEach((orderId) => seen.add(orderId));
    const waiting = due.reverse();
    await waitForAll(Array.from({ length: CONCURRENCY }, () => work(waiting)));
  }
  if (seen.size > 0) log.info("reconciled", { holds: seen.size, failures });
  return failures;
}
