import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { Episode, EpisodeList, EpisodeCursor, MAX_EPISODES_PAGE_SIZE, TranscriptPart } from "./episode.ts";

/** The public endpoints for the podcast's episodes. In a stage without a podcast, they answer 404. */
export const episodesApi = {
  listEpisodes: {
    method: "GET",
    path: "/api/episodes",
    access: "public",
    handledBy: "catalog-api",
    summary: "The podcast's episodes, the newest first, in pages",
    status: 200,
    query: z.object({
      after: EpisodeCursor,
      limit: z.optional(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(MAX_EPISODES_PAGE_SIZE)))),
    }),
    output: EpisodeList,
  },
  getEpisode: {
    method: "GET",
    path: "/api/episodes/{id}",
    access: "public",
    handledBy: "catalog-api",
    summary: "One episode with its chapters and the products tied to it, even if it is no longer in the feed",
    status: 200,
    output: Episode,
  },
  getTranscript: {
    method: "GET",
    path: "/api/episodes/{id}/transcript",
    access: "public",
    handledBy: "catalog-api",
    summary: "The transcript of an episode; isCut is true if it is longer than the shop keeps",
    status: 200,
    output: z.object({ parts: z.array(TranscriptPart), isCut: z.boolean() }),
  },
} as const satisfies Record<string, Endpoint>;
