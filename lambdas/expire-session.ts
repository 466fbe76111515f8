import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { getStripeClient } from "./lib/stripe.ts";
import { expireCancelledSession } from "./orders/expire-cancelled-session.ts";

const envSchema = z.object({ STRIPE_SECRET_ARN: Text, STRIPE_API_URL: z.optional(Text) });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** Queue of OrderCancelled events of orders with a payment page: closes the page, so that nobody can pay. */
export const handler = queueFunction(async (event) =>
  expireCancelledSession(await getStripeClient(env.STRIPE_SECRET_ARN, env.STRIPE_API_URL), event.detail),
);
