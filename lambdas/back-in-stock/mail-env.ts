import * as z from "zod/mini";
import { Text } from "../lib/env.ts";
import type { MailSettings } from "./mail-waiting.ts";

/** The variables of the functions that mail the people who wait. */
export const MailWaitingEnv = z.object({
  TABLE_NAME: Text,
  MAIL_SENDER: Text,
  TEAM_EMAIL: Text,
  CONFIGURATION_SET: Text,
  SITE_ORIGIN: Text,
  /** The most mails in a second of one run. */
  MAILS_PER_SECOND: z.string().check(z.regex(/^[1-9]\d{0,3}$/)),
});

export const mailSettings = (env: z.infer<typeof MailWaitingEnv>): MailSettings => ({
  sender: { address: env.MAIL_SENDER, configurationSet: env.CONFIGURATION_SET },
  team: env.TEAM_EMAIL,
  origin: env.SITE_ORIGIN,
  mailsPerSecond: Number(env.MAILS_PER_SECOND),
});
