import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { settleStripeEvent } from "./orders/settle-stripe-event.ts";

const envSchema = z.object({ TABLE_NAME: Text, SITE_ORIGIN: Text });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** Queue of Stripe's events: applies payments, refunds and disputes to orders. */
export const handler = queueFunction((event, now) => settleStripeEvent(event.detail, env.SITE_ORIGIN, now));
