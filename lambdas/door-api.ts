import * as z from "zod/mini";
import { doorApi } from "../shared/api-tickets.ts";
import { requireActiveSession } from "./lib/admin-session.ts";
import { readEnv, Text } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { route } from "./lib/route.ts";
import { checkIn } from "./tickets/check-in.ts";
import { listDoorEvents, requireOpenEvent } from "./tickets/door-events.ts";
import { listDoorTickets } from "./tickets/door-tickets.ts";
import { completePickUp, readPickUp } from "./tickets/pick-up.ts";

const envSchema = z.object({ TABLE_NAME: Text, ORIGIN_SECRET_ARN: Text, USER_POOL_ID: Text });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);
/** Checks the session with Cognito. Reads are checked too, because the lists contain the holders' names. */
const checkSession = requireActiveSession(env.USER_POOL_ID, "door");

/** The API of the page /door. */
export const handler = httpFunction(env.ORIGIN_SECRET_ARN, [
  route(doorApi.listDoorEvents, async ({ now }) => ({ output: await listDoorEvents(now) }), checkSession),
  route(
    doorApi.listDoorTickets,
    async ({ params, query, now }) => {
      await requireOpenEvent(params.id, now);
      return { output: await listDoorTickets(params.id, query, now) };
    },
    checkSession,
  ),
  // Check-ins are accepted also after the event, because a device may be offline until then.
  route(
    doorApi.checkIn,
    async ({ params, body, admin, now }) => ({ output: await checkIn(params.id, body, admin, now) }),
    checkSession,
  ),
  route(doorApi.readPickUp, async ({ body }) => ({ output: await readPickUp(body.code) }), checkSession),
  route(
    doorApi.completePickUp,
    async ({ body, admin, now }) => ({ output: await completePickUp(body.code, admin, now) }),
    checkSession,
  ),
]);
