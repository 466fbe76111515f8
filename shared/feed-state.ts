import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";

/** What the back office shows about the podcast's feed. */
export const FeedState = z.object({
  title: z.string(),
  episodeCount: z.int(),
  /** When the feed was last read completely. Absent before the first success. */
  readAt: z.optional(Timestamp),
  /** Since when the feed cannot be read, and why. Absent after a success. */
  failingSince: z.optional(Timestamp),
  failure: z.optional(z.string()),
});
export type FeedState = z.infer<typeof FeedState>;
