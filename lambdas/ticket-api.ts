import * as z from "zod/mini";
import { Limits } from "../shared/limits.ts";
import { requireActiveSession } from "./lib/admin-session.ts";
import { Json, readEnv, Text } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { sameOriginOnly } from "./lib/http-same-origin.ts";
import { adminTicketRoutes, ticketRoutes } from "./tickets/routes.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  ORIGIN_SECRET_ARN: Text,
  USER_POOL_ID: Text,
  MAIL_SENDER: Text,
  TEAM_EMAIL: Text,
  CONFIGURATION_SET: Text,
  SITE_ORIGIN: Text,
  LIMITS: Json(Limits),
  /** Absent in a stage that issues no tickets. */
  TICKET_KEYS_ARN: z.optional(Text),
});
export type Env = z.input<typeof envSchema>;
const env = readEnv(envSchema);
const options = {
  secretArn: env.TICKET_KEYS_ARN,
  originSecretArn: env.ORIGIN_SECRET_ARN,
  sender: { address: env.MAIL_SENDER, configurationSet: env.CONFIGURATION_SET },
  teamEmail: env.TEAM_EMAIL,
  origin: env.SITE_ORIGIN,
  limits: env.LIMITS,
};

/** Tickets, for the people who have their codes and for the back office. */
export const handler = httpFunction(
  env.ORIGIN_SECRET_ARN,
  [...ticketRoutes(options), ...adminTicketRoutes(options, requireActiveSession(env.USER_POOL_ID))],
  [sameOriginOnly(env.SITE_ORIGIN)],
);
