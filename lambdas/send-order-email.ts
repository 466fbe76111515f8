import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { sendOrderMails } from "./mail/send-order-mails.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  MAIL_SENDER: Text,
  TEAM_EMAIL: Text,
  TEAM_CONFIGURATION_SET: Text,
  SITE_ORIGIN: Text,
});
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);
const addresses = {
  sender: env.MAIL_SENDER,
  team: env.TEAM_EMAIL,
  teamConfigurationSet: env.TEAM_CONFIGURATION_SET,
  origin: env.SITE_ORIGIN,
};

/** Queue of order events: mails the customer and the team. */
export const handler = queueFunction((event) => sendOrderMails(event.detail, addresses));
