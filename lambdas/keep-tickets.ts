import type { ScheduledEvent } from "aws-lambda";
import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
import { followEvents } from "./tickets/follow-events.ts";

const envSchema = z.object({ TABLE_NAME: Text });
export type Env = z.infer<typeof envSchema>;
readEnv(envSchema);

/** Schedule: keeps tickets until 90 days after their event, also if the event was postponed. */
export const handler = eventFunction((_: ScheduledEvent, now) => followEvents(now));
