import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { getStripeClient } from "./lib/stripe.ts";
import { recordTax } from "./tax/record-tax.ts";

const envSchema = z.object({ TABLE_NAME: Text, STRIPE_SECRET_ARN: Text, STRIPE_API_URL: z.optional(Text) });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** Queue of payments, refunds and failed refunds: records their sales tax for Stripe's reports. */
export const handler = queueFunction(async (event, now) =>
  recordTax(await getStripeClient(env.STRIPE_SECRET_ARN, env.STRIPE_API_URL), event.detail, now),
);
