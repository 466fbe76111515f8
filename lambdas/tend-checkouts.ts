import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { log } from "./lib/log.ts";
import { stripe } from "./lib/stripe.ts";
import { dueHolds, postponeHold } from "./orders/order-table.ts";
import { unpublishedEvents } from "./orders/outbox-table.ts";
import { publishEvents } from "./orders/publish-event.ts";
import { tendHold } from "./orders/tend-hold.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  STRIPE_SECRET_ARN: Text,
  BUS_NAME: Text,
  SITE_ORIGIN: Text,
  STRIPE_API_URL: z.optional(Text),
});
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** Orders and events that one run takes on: the next run comes in a minute. */
const BATCH = 50;
/** The stream has this long to publish an event by itself, in ms. */
const STREAM_MS = 60_000;

/** Schedule: ends holds that outlived their session, and publishes events left behind. One that fails does not stop the others. */
export const handler = async (): Promise<void> => {
  const now = new Date();
  const due = await dueHolds(now, BATCH);
  const client = due.length > 0 ? await stripe(env.STRIPE_SECRET_ARN, env.STRIPE_API_URL) : undefined;
  let failures = 0;
  for (const orderId of client ? due : []) {
    try {
      if (client) await tendHold(client, orderId, env.SITE_ORIGIN, now);
    } catch (error) {
      failures++;
      await postponeHold(orderId, now);
      log.error("A hold could not be tended", {
        orderId,
        error: error instanceof Error ? error : String(error),
      });
    }
  }
  const left = await unpublishedEvents(new Date(+now - STREAM_MS), BATCH);
  const { events, unreadable } = left;
  const taken = await publishEvents(env.BUS_NAME, events, now);
  if (unreadable.length > 0) log.error("Events in the outbox that cannot be read", { keys: unreadable });
  failures += taken.filter((ok) => !ok).length + unreadable.length;
  if (due.length + events.length > 0)
    log.info("tended", { holds: due.length, events: events.length, failures });
  if (failures > 0) throw new Error(`${failures} holds and events could not be tended`);
};
