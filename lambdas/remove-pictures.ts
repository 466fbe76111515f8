import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { removePictures } from "./media/remove-pictures.ts";

const envSchema = z.object({ TABLE_NAME: Text, MEDIA_BUCKET_NAME: Text });
export type Env = z.infer<typeof envSchema>;
const env = readEnv(envSchema);

/** Schedule: removes pictures that nobody refers to. */
export const handler = (): Promise<void> => removePictures(env.MEDIA_BUCKET_NAME, new Date());
