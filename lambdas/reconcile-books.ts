import type { ScheduledEvent } from "aws-lambda";
import * as z from "zod/mini";
import type { BooksResult } from "../shared/books.ts";
import { compareBooks } from "./books/compare-books.ts";
import { readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
import { stripe } from "./lib/stripe.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  STRIPE_SECRET_ARN: Text,
  SITE_ORIGIN: Text,
  STRIPE_API_URL: z.optional(Text),
});
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** The time for the comparison. The rest of the function's ten minutes is for the repairs. */
const MAX_MS = 7 * 60_000;

const Request = z.object({ dryRun: z._default(z.boolean(), false) });

/** Schedule, or `npm run reconcile`: compares orders with Stripe, stock and figures, and repairs what is safe. */
export const handler = eventFunction(
  async (event: ScheduledEvent | { dryRun: boolean }, now): Promise<BooksResult> => {
    const { dryRun } = z.parse(Request, event);
    const client = await stripe(env.STRIPE_SECRET_ARN, env.STRIPE_API_URL);
    return compareBooks({ client, origin: env.SITE_ORIGIN, now, maxMs: MAX_MS, isDryRun: dryRun });
  },
);
