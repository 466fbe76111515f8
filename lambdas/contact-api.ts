import * as z from "zod/mini";
import { publicApi } from "../shared/api-public.ts";
import { sendMessage } from "./contact/send-message.ts";
import { VisitorMailEnv, visitorMailSettings } from "./contact/visitor-mail.ts";
import { readEnv, Text } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { sameOriginOnly } from "./lib/http-same-origin.ts";
import { route } from "./lib/route.ts";

const envSchema = z.object({ ...VisitorMailEnv.shape, TEAM_CONFIGURATION_SET: Text });
export type Env = z.input<typeof envSchema>;
const env = readEnv(envSchema);
const settings = {
  ...visitorMailSettings(env),
  teamSender: { address: env.MAIL_SENDER, configurationSet: env.TEAM_CONFIGURATION_SET },
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
