import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { settleStripeEvent } from "./orders/settle-stripe-event.ts";

const envSchema = z.object({ TABLE_NAME: Text });
export type Env = z.infer<typeof envSchema>;
readEnv(envSchema);

/** Queue of Stripe's events: paid, failed, expired, refunded. */
export const handler = queueFunction((event) => settleStripeEvent(event.detail, new Date()));
