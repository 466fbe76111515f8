import type { ScheduledEvent } from "aws-lambda";
import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
import { adaptTicketTtls } from "./tickets/adapt-ticket-ttls.ts";

const envSchema = z.object({ TABLE_NAME: Text });
export type Env = z.infer<typeof envSchema>;
readEnv(envSchema);

/** Schedule: adapts the TTL of tickets to the current end of their event. Tickets are kept for 90 days after the event. */
export const handler = eventFunction((_: ScheduledEvent, now) => adaptTicketTtls(now));
