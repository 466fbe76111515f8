import { setTimeout as wait } from "node:timers/promises";
import type { ScheduledEvent } from "aws-lambda";
import Stripe from "stripe";
import * as z from "zod/mini";
import type { BooksResult } from "../shared/books.ts";
import { withRetriesOn429 } from "../shared/retry-on-429.ts";
import { compareBooks } from "./books/compare-books.ts";
import { deleteOrderCoupons } from "./discounts/delete-order-coupons.ts";
import { readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
import { reportKeyProblems } from "./lib/stripe-permissions.ts";
import { getStripeClient } from "./lib/stripe.ts";
import { waitForAll } from "./lib/wait-for-all.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  STRIPE_SECRET_ARN: Text,
  SITE_ORIGIN: Text,
  DISCOUNTS: z.enum(["on", "off"]),
  TAX: z.enum(["off", "stripe"]),
  STRIPE_API_URL: z.optional(Text),
});
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** Repeats requests that Stripe's rate limit refuses, so that one refusal does not end the whole comparison. */
const CLIENT_SETTINGS = { httpClient: withRetriesOn429(Stripe.createNodeHttpClient(), wait) };

/** The time for the comparison. The rest of the function's ten minutes is for the repairs. */
const MAX_COMPARISON_MS = 7 * 60_000;

const RunOptions = z.object({ dryRun: z._default(z.boolean(), false) });

/**
 * Schedule, or `npm run reconcile`: checks the shop's API key at Stripe, compares orders with Stripe, stock and figures,
 * repairs what is safe, and deletes the coupons of old orders. With `dryRun`, only checks and compares.
 */
export const handler = eventFunction(
  async (event: ScheduledEvent | { dryRun: boolean }, now): Promise<BooksResult> => {
    const { dryRun } = z.parse(RunOptions, event);
    const client = await getStripeClient(env.STRIPE_SECRET_ARN, env.STRIPE_API_URL, CLIENT_SETTINGS);
    await reportKeyProblems(client, { discounts: env.DISCOUNTS === "on", tax: env.TAX });
    const comparison = compareBooks({
      client,
      origin: env.SITE_ORIGIN,
      now,
      maxMs: MAX_COMPARISON_MS,
      isDryRun: dryRun,
    });
    const shouldDeleteCoupons = env.DISCOUNTS === "on" && !dryRun;
    await waitForAll<unknown>([
      comparison,
      ...(shouldDeleteCoupons ? [deleteOrderCoupons(client, now)] : []),
    ]);
    return comparison;
  },
);
