import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { sendOrderMails } from "./mail/send-order-mails.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  MAIL_SENDER: Text,
  TEAM_EMAIL: Text,
  CONFIGURATION_SET: Text,
  TEAM_CONFIGURATION_SET: Text,
  SITE_ORIGIN: Text,
  TICKET_KEYS_ARN: z.optional(Text),
});
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);
const settings = {
  sender: { address: env.MAIL_SENDER, configurationSet: env.CONFIGURATION_SET },
  teamSender: { address: env.MAIL_SENDER, configurationSet: env.TEAM_CONFIGURATION_SET },
  team: env.TEAM_EMAIL,
  origin: env.SITE_ORIGIN,
  ticketKeysArn: env.TICKET_KEYS_ARN,
};

/** Queue of order events: mails the customer and the team. */
export const handler = queueFunction((event) => sendOrderMails(event.detail, settings));
