import type { ScheduledEvent } from "aws-lambda";
import * as z from "zod/mini";
import { raises } from "../shared/log-alarms.ts";
import { deleteOrderCoupons } from "./discounts/delete-order-coupons.ts";
import { keepInStripe } from "./discounts/keep-in-stripe.ts";
import { readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
import { log } from "./lib/log.ts";
import { acceptsKey, stripe } from "./lib/stripe.ts";
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
const client = () => stripe(env.STRIPE_SECRET_ARN, env.STRIPE_API_URL);

/**
 * Logs an alarm if Stripe refuses the key. Without this check, a revoked key would be noticed only at the next
 * checkout.
 */
async function reportRefusedKey(): Promise<void> {
  if (!(await acceptsKey(await client())))
    log.error("Stripe refuses the shop's key", { ...raises("secret"), secret: "stripe" });
}

/**
 * Schedule: publishes overdue events, reconciles due holds, repairs the store's list, and keeps discounts in Stripe. A failure
 * of one does not stop the others, and a slow Stripe delays only the holds and the discounts. At every full hour, checks Stripe's key,
 * and deletes the coupons of old orders.
 */
export const handler = eventFunction(async (_: ScheduledEvent, now) => {
  const counts = await waitForAll([
    publishOverdueEvents(env.BUS_NAME, now),
    reconcileHolds(client, now),
    repairList().then(() => 0),
    ...(env.DISCOUNTS === "on" ? [keepInStripe(client, now).then(() => 0)] : []),
  ]);
  const failures = counts.reduce((sum, count) => sum + count, 0);
  if (now.getUTCMinutes() === 0) {
    await reportRefusedKey();
    if (env.DISCOUNTS === "on") await deleteOrderCoupons(await client(), now);
  }
  if (failures > 0) throw new Error(`${failures} holds and events could not be reconciled`);
});
