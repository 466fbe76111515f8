import * as z from "zod/mini";
import { Json, readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { noteUndelivered } from "./mail/note-undelivered.ts";

const envSchema = z.object({ TABLE_NAME: Text, OWN_MAILBOXES: Json(z.array(z.string())) });
export type Env = z.input<typeof envSchema>;
const env = readEnv(envSchema);

/** Queue of SES's bounces and complaints: records addresses that take no mail. `OWN_MAILBOXES` are the team's. */
export const handler = queueFunction((event) => noteUndelivered(event.detail, env.OWN_MAILBOXES));
