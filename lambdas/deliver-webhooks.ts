import * as z from "zod/mini";
import { ShopEvent } from "../shared/events.ts";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { deliverEvent } from "./webhooks/deliver-event.ts";

const envSchema = z.object({ TABLE_NAME: Text, CALLS_TO_LOCALHOST: z.optional(Text) });
export type Env = z.infer<typeof envSchema>;
const rules = { allowsLocalhost: readEnv(envSchema).CALLS_TO_LOCALHOST !== undefined };

/** The queue of the shop's events: sends each event to the webhook endpoints that are subscribed to its type. */
export const handler = queueFunction(({ detail }, now) =>
  deliverEvent(z.parse(ShopEvent, detail), now, rules),
);
