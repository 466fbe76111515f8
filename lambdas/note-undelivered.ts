import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { noteUndelivered } from "./mail/note-undelivered.ts";

const envSchema = z.object({ TABLE_NAME: Text });
export type Env = z.infer<typeof envSchema>;
readEnv(envSchema);

/** Queue of SES's events: which addresses take no mail. */
export const handler = queueFunction((event) => noteUndelivered(event.detail));
