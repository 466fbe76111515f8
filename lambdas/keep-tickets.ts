import type { ScheduledEvent } from "aws-lambda";
import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
import { adaptTicketTtls } from "./tickets/adapt-ticket-ttls.ts";

const envSchema = z.object({ TABLE_NAME: Text });
export type Env = z.infer<typeof envSchema>;
readEnv(envSchema);

/** Schedule: adapts the TTL of tickets to the present end of their event, so that they are kept 90 days after it. */
export const handler = eventFunction((_: ScheduledEvent, now) => adaptTicketTtls(now));
