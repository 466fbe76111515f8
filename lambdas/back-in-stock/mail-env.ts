import * as z from "zod/mini";
import { Text } from "../lib/env.ts";
import type { BackInStockMailSettings } from "./mail-waiting-people.ts";

/** The environment variables of the two functions that send back-in-stock mails. */
export const BackInStockMailEnv = z.object({
  TABLE_NAME: Text,
  MAIL_SENDER: Text,
  TEAM_EMAIL: Text,
  CONFIGURATION_SET: Text,
  SITE_ORIGIN: Text,
  /** The maximum rate of one run. */
  MAILS_PER_SECOND: z.string().check(z.regex(/^[1-9]\d{0,3}$/)),
});

export const mailSettings = (env: z.infer<typeof BackInStockMailEnv>): BackInStockMailSettings => ({
  sender: { address: env.MAIL_SENDER, configurationSet: env.CONFIGURATION_SET },
  teamEmail: env.TEAM_EMAIL,
  origin: env.SITE_ORIGIN,
  mailsPerSecond: Number(env.MAILS_PER_SECOND),
});
