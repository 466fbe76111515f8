import type { ScheduledEvent } from "aws-lambda";
import * as z from "zod/mini";
import { rankBestSellers } from "./analytics/rank-best-sellers.ts";
import { syncDueDiscounts } from "./discounts/sync-discounts.ts";
import { readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
import { getStripeClient } from "./lib/stripe.ts";
import { startTimeLimit } from "./lib/time-limit.ts";
import { waitForAll } from "./lib/wait-for-all.ts";
import { publishOverdueEvents } from "./orders/publish-overdue-events.ts";
import { repairList } from "./products/repair-list.ts";
import { reconcileHolds } from "./orders/reconcile-holds.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  STRIPE_SECRET_ARN: Text,
  BUS_NAME: Text,
  DISCOUNTS: z.enum(["on", "off"]),
  STRIPE_API_URL: z.optional(Text),
});
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);
const getStripe = () => getStripeClient(env.STRIPE_SECRET_ARN, env.STRIPE_API_URL);

/**
 * No event, hold or discount is begun after this time. The rest of the function's 55 s is for work that has begun: three slow
 * answers of Stripe for a hold, or a bus that does not answer. Repeated calls can take longer, so that the time-out ends the
 * run. The next run then begins with the unfinished work, which is still the oldest that is due.
 */
const MAX_START_MS = 35_000;

/**
 * Schedule: publishes overdue events, reconciles due holds, repairs the ready-made list of the store's products, ranks the
 * best sellers, and updates discounts at Stripe. If one of these parts fails, the others still run. A slow Stripe delays
 * only the holds and the discounts.
 */
export const handler = eventFunction(async (_: ScheduledEvent, now) => {
  const isTimeUp = startTimeLimit(MAX_START_MS);
  const failureCounts = await waitForAll([
    publishOverdueEvents(env.BUS_NAME, now, isTimeUp),
    reconcileHolds(getStripe, now, isTimeUp),
    repairList().then(() => 0),
    rankBestSellers(now).then(() => 0),
    ...(env.DISCOUNTS === "on" ? [syncDueDiscounts(getStripe, now, isTimeUp).then(() => 0)] : []),
  ]);
  const failures = failureCounts.reduce((sum, count) => sum + count, 0);
  if (failures > 0) throw new Error(`Holds not reconciled and events not published: ${failures}`);
});
