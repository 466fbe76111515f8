import * as z from "zod/mini";
import { waitForAll } from "./lib/wait-for-all.ts";
import { readEnv, Text } from "./lib/env.ts";
import { log } from "./lib/log.ts";
import { stripe } from "./lib/stripe.ts";
import { dueHolds, postponeHold } from "./orders/hold-table.ts";
import { outboxKey, postponeEvent, unpublishedEvents } from "./orders/outbox-table.ts";
import { publishEvents } from "./orders/publish-event.ts";
import { reconcileHold } from "./orders/reconcile-hold.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  STRIPE_SECRET_ARN: Text,
  BUS_NAME: Text,
  STRIPE_API_URL: z.optional(Text),
});
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** Holds of each part of the index, and events, that are read at once. */
const BATCH = 50;
/** Holds that are looked at side by side. */
const AT_ONCE = 8;
/** The stream has this long to publish an event by itself, in ms. */
const STREAM_MS = 60_000;

/** A run takes no other hold on after this long, in ms: one takes 12 s while Stripe hangs, and the function has 55. */
const TEND_MS = 40_000;

/** Schedule: publishes events left behind, then ends holds that outlived their session. One that fails does not stop the others. */
export const handler = async (): Promise<void> => {
  const now = new Date();
  const failures = (await publishLeftBehind(now)) + (await tendHolds(now));
  if (failures > 0) throw new Error(`${failures} holds and events could not be tended`);
};

/** Answers how many events did not go out: those wait behind the others, so that fifty of them stop nobody. */
async function publishLeftBehind(now: Date): Promise<number> {
  const due = new Date(+now - STREAM_MS);
  const { events, unreadable } = await unpublishedEvents(due, BATCH);
  if (unreadable.length > 0) log.error("Events in the outbox that cannot be read", { keys: unreadable });
  try {
    const taken = await publishEvents(env.BUS_NAME, events, now);
    const refused = events.filter((_, i) => !taken[i]).map(outboxKey);
    await waitForAll([...unreadable, ...refused].map((key) => postponeEvent(key, due)));
    return refused.length + unreadable.length;
  } catch (error) {
    log.error("Events left behind could not be published", { error: asError(error) });
    return events.length + unreadable.length;
  }
}

/** Answers how many holds could not be tended. Takes on what is due until nothing is, or time is up. */
async function tendHolds(now: Date): Promise<number> {
  const client = () => stripe(env.STRIPE_SECRET_ARN, env.STRIPE_API_URL);
  const started = performance.now();
  const seen = new Set<string>();
  let failures = 0;
  const next = async (waiting: string[]): Promise<void> => {
    for (let orderId = waiting.pop(); orderId !== undefined; orderId = waiting.pop()) {
      if (performance.now() - started > TEND_MS) return;
      try {
        await reconcileHold(client, orderId, now);
      } catch (error) {
        failures++;
        await postponeHold(orderId, now);
        log.error("A hold could not be tended", { orderId, error: asError(error) });
      }
    }
  };
  for (;;) {
    const due = (await dueHolds(now, BATCH)).filter((orderId) => !seen.has(orderId));
    if (due.length === 0 || performance.now() - started > TEND_MS) break;
    due.forEach((orderId) => seen.add(orderId));
    const waiting = due.reverse();
    await waitForAll(Array.from({ length: AT_ONCE }, () => next(waiting)));
  }
  if (seen.size > 0) log.info("tended", { holds: seen.size, failures });
  return failures;
}

const asError = (error: unknown): Error | string => (error instanceof Error ? error : String(error));
