import * as z from "zod/mini";
import { Json, readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { recordBounceOrComplaint } from "./mail/bounces-and-complaints.ts";

const envSchema = z.object({ TABLE_NAME: Text, OWN_MAILBOXES: Json(z.array(z.string())) });
export type Env = z.input<typeof envSchema>;
const env = readEnv(envSchema);

/** Queue of SES's bounces and complaints: records undeliverable addresses, except the shop's own mailboxes. */
export const handler = queueFunction((event) => recordBounceOrComplaint(event.detail, env.OWN_MAILBOXES));
