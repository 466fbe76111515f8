import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { consumeEvent } from "./tickets/consume-event.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  TICKET_KEYS_ARN: Text,
  MAIL_SENDER: Text,
  TEAM_EMAIL: Text,
  CONFIGURATION_SET: Text,
  SITE_ORIGIN: Text,
});
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);
const settings = {
  secretArn: env.TICKET_KEYS_ARN,
  sender: { address: env.MAIL_SENDER, configurationSet: env.CONFIGURATION_SET },
  teamEmail: env.TEAM_EMAIL,
  origin: env.SITE_ORIGIN,
};

/** Queue of events about orders and tickets: issues and mails the tickets of paid orders, and makes tickets void. */
export const handler = queueFunction(({ detail }) => consumeEvent(detail, settings));
