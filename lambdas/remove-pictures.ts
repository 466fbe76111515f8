import type { ScheduledEvent } from "aws-lambda";
import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
import { removePictures } from "./media/remove-pictures.ts";

const envSchema = z.object({ TABLE_NAME: Text, MEDIA_BUCKET_NAME: Text });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** Schedule: removes unused pictures. */
export const handler = eventFunction((_: ScheduledEvent, now) => removePictures(env.MEDIA_BUCKET_NAME, now));
