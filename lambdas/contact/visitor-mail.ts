import * as z from "zod/mini";
import { Limits } from "../../shared/limits.ts";
import { Json, Text } from "../lib/env.ts";

/** The environment variables of the APIs that send mails to visitors without an order. */
export const VisitorMailEnv = z.object({
  TABLE_NAME: Text,
  ORIGIN_SECRET_ARN: Text,
  MAIL_SENDER: Text,
  TEAM_EMAIL: Text,
  CONFIGURATION_SET: Text,
  SITE_ORIGIN: Text,
  LIMITS: Json(Limits),
});

export const visitorMailSettings = (env: z.output<typeof VisitorMailEnv>) => ({
  originSecretArn: env.ORIGIN_SECRET_ARN,
  sender: { address: env.MAIL_SENDER, configurationSet: env.CONFIGURATION_SET },
  teamEmail: env.TEAM_EMAIL,
  origin: env.SITE_ORIGIN,
  limits: env.LIMITS,
});
