import * as z from "zod/mini";
import { LINK_REQUESTED } from "../shared/order-link.ts";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { sendOrderLink } from "./mail/send-order-link.ts";
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
  teamEmail: env.TEAM_EMAIL,
  origin: env.SITE_ORIGIN,
  ticketKeysArn: env.TICKET_KEYS_ARN,
};

/** Queue of order events and of requests for an order's link: mails the customer and the team. */
export const handler = queueFunction(({ "detail-type": type, detail }) =>
  type === LINK_REQUESTED ? sendOrderLink(detail, settings) : sendOrderMails(detail, settings),
);
