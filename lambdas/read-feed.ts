import type { ScheduledEvent } from "aws-lambda";
import * as z from "zod/mini";
import { Json, readEnv, Text } from "./lib/env.ts";
import { eventFunction } from "./lib/event.ts";
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
const targetRules = { toLocalhost: env.CALLS_TO_LOCALHOST !== undefined };

/**
 * No document (chapters or transcript) is fetched after this time, so that the last fetch ends before the function's
 * time-out.
 */
const MAX_DOCUMENTS_MS = 60_000;

/** Runs on a schedule: reads the podcast's feed, then the chapters and transcripts of new episodes. */
export const handler = eventFunction(async (_: ScheduledEvent, now) => {
  try {
    await readFeed({ url: env.FEED_URL, mediaOrigins: env.MEDIA_ORIGINS, ...targetRules }, now);
  } finally {
    // Documents of earlier runs may be due, also if the feed could not be read.
    await fetchDocuments(now, MAX_DOCUMENTS_MS, targetRules);
  }
});
