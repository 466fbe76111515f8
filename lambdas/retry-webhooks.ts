import type { ScheduledEvent } from "aws-lambda";
import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
import { retryDueDeliveries } from "./webhooks/retry-due-deliveries.ts";

const envSchema = z.object({ TABLE_NAME: Text, CALLS_TO_LOCALHOST: z.optional(Text) });
export type Env = z.infer<typeof envSchema>;
const rules = { allowsLocalhost: readEnv(envSchema).CALLS_TO_LOCALHOST !== undefined };

/** After this time no further try is started, so that the last try ends before the function's time-out of 60 s. */
const MAX_START_MS = 40_000;

/** Schedule: sends the webhooks that are due. */
export const handler = eventFunction((_: ScheduledEvent, now) =>
  retryDueDeliveries(now, MAX_START_MS, rules),
);
