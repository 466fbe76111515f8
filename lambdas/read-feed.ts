import type { ScheduledEvent } from "aws-lambda";
import * as z from "zod/mini";
import { Json, readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
import type { TargetRules } from "./lib/target.ts";
import { waitForAll } from "./lib/wait-for-all.ts";
import { fetchDocuments } from "./podcast/fetch-documents.ts";
import { readFeed } from "./podcast/read-feed.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  FEED_URL: Text,
  MEDIA_ORIGINS: Json(z.array(z.string())),
  CALLS_TO_LOCALHOST: z.optional(Text),
});
export type Env = z.input<typeof envSchema>;
const env = readEnv(envSchema);
/** The URLs that may be fetched. CALLS_TO_LOCALHOST is set only in the local stack. */
const targetRules: TargetRules = { allowsLocalhost: env.CALLS_TO_LOCALHOST !== undefined };

/**
 * After this time of fetching documents (chapters and transcripts), a run starts no further fetch. The last fetch ends
 * long before the function's time-out.
 */
const MAX_FETCHING_MS = 60_000;

/** Runs on a schedule: reads the podcast's feed, then the chapters and transcripts that are due. */
export const handler = eventFunction(async (_: ScheduledEvent, now) => {
  const feedPromise = readFeed({ url: env.FEED_URL, mediaOrigins: env.MEDIA_ORIGINS, ...targetRules }, now);
  // Documents of earlier runs may be due, also if the feed could not be read.
  const documentsPromise = feedPromise
    .catch(() => undefined)
    .then(() => fetchDocuments(now, MAX_FETCHING_MS, targetRules));
  // If both fail, the run fails with the feed's error.
  await waitForAll([feedPromise, documentsPromise]);
});
