import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { getStripeClient } from "./lib/stripe.ts";
import { issueRefund } from "./orders/issue-refund.ts";

const envSchema = z.object({ TABLE_NAME: Text, STRIPE_SECRET_ARN: Text, STRIPE_API_URL: z.optional(Text) });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** Handles the queue of RefundRequested. The only function that refunds at Stripe. */
export const handler = queueFunction(async (event, now) =>
  issueRefund(await getStripeClient(env.STRIPE_SECRET_ARN, env.STRIPE_API_URL), event.detail, now),
);
