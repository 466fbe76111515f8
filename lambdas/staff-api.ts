import * as z from "zod/mini";
import { staffApi } from "../shared/api-tickets.ts";
import { requireActiveSession } from "./lib/admin-session.ts";
import { readEnv, Text } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { route } from "./lib/route.ts";
import { inviteStaff, listStaff, removeStaff } from "./tickets/staff.ts";

const envSchema = z.object({ TABLE_NAME: Text, ORIGIN_SECRET_ARN: Text, USER_POOL_ID: Text });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);
const userPoolId = env.USER_POOL_ID;
const checkSession = requireActiveSession(userPoolId);

/**
 * The API with which admins invite and remove door staff. It is a separate function, because only this function may change
 * accounts.
 */
export const handler = httpFunction(env.ORIGIN_SECRET_ARN, [
  route(staffApi.listStaff, async () => ({ output: await listStaff(userPoolId) }), checkSession),
  route(
    staffApi.inviteStaff,
    async ({ body, admin: by, now }) => ({ output: await inviteStaff(userPoolId, body.email, { by, now }) }),
    checkSession,
  ),
  route(
    staffApi.removeStaff,
    async ({ body, admin: by, now }) => {
      await removeStaff(userPoolId, body.email, { by, now });
      return { output: undefined };
    },
    checkSession,
  ),
]);
