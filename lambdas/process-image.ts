import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { processUpload } from "./media/process-upload.ts";

const envSchema = z.object({ TABLE_NAME: Text, MEDIA_BUCKET_NAME: Text });
export type Env = z.infer<typeof envSchema>;
readEnv(envSchema);

/** Queue of uploads: checks and re-encodes pictures. */
export const handler = queueFunction((event, now) => processUpload(event.detail, now));
