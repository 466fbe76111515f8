import * as z from "zod/mini";
import { publicApi } from "../shared/api-public.ts";
import { Limits } from "../shared/limits.ts";
import { sendMessage } from "./contact/send-message.ts";
import { Json, readEnv, Text } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { sameOriginOnly } from "./lib/http-same-origin.ts";
import { route } from "./lib/route.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  ORIGIN_SECRET_ARN: Text,
  MAIL_SENDER: Text,
  TEAM_EMAIL: Text,
  CONFIGURATION_SET: Text,
  TEAM_CONFIGURATION_SET: Text,
  SITE_ORIGIN: Text,
  LIMITS: Json(Limits),
});
export type Env = z.input<typeof envSchema>;
const env = readEnv(envSchema);
const settings = {
  originSecretArn: env.ORIGIN_SECRET_ARN,
  sender: { address: env.MAIL_SENDER, configurationSet: env.CONFIGURATION_SET },
  teamSender: { address: env.MAIL_SENDER, configurationSet: env.TEAM_CONFIGURATION_SET },
  team: env.TEAM_EMAIL,
  origin: env.SITE_ORIGIN,
  limits: env.LIMITS,
};

/** The contact form. */
export const handler = httpFunction(
  env.ORIGIN_SECRET_ARN,
  [
    route(publicApi.contact, async ({ body, ipAddress, now }) => ({
      output: { autoReply: await sendMessage(body, ipAddress, settings, now) },
    })),
  ],
  [sameOriginOnly(env.SITE_ORIGIN)],
);
