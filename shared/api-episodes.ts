import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { Episode, EpisodeSummary, MAX_EPISODE_PRODUCTS, TranscriptPart } from "./episode.ts";
import { FeedState } from "./feed-state.ts";

/** The position after which a page of the list begins: the `next` of the page before. */
const After = z.optional(
  z.string().check(z.regex(/^[\dT:.Z-]{20,30}#ep_[0-9a-f]{20}$/, "Not a position in the list")),
);
/** The most episodes in one page of the list. */
const MAX_PAGE = 100;

/** The public endpoints for the podcast's episodes. A stage without a podcast has none of them. */
export const episodesApi = {
  listEpisodes: {
    method: "GET",
    path: "/api/episodes",
    access: "public",
    handledBy: "catalog-api",
    summary: "The podcast's episodes, the newest first, in pages",
    status: 200,
    query: z.object({
      after: After,
      limit: z.optional(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(MAX_PAGE)))),
    }),
    output: z.object({
      episodes: z.array(EpisodeSummary),
      /** The `after` for the next page. Absent on the last page. */
      next: z.optional(z.string()),
      /** The number of all episodes. Only on the first page. */
      total: z.optional(z.int()),
    }),
  },
  getEpisode: {
    method: "GET",
    path: "/api/episodes/{id}",
    access: "public",
    handledBy: "catalog-api",
    summary: "One episode with its chapters and the products tied to it; also one that has left the feed",
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

const base = { access: "admin", handledBy: "admin-api" } as const;
const ProductIds = z.array(z.string().check(z.regex(/^prd_\w{1,100}$/, "Not the id of a product"))).check(
  z.maxLength(MAX_EPISODE_PRODUCTS, `At most ${MAX_EPISODE_PRODUCTS} products`),
  z.refine((ids) => new Set(ids).size === ids.length, "A product is there twice"),
);

/** The endpoints of the back office for the podcast's episodes. */
export const adminEpisodesApi = {
  listEpisodesAsAdmin: {
    ...base,
    method: "GET",
    path: "/api/admin/episodes",
    summary: "The podcast's episodes with the products tied to them, in pages, and the state of the feed",
    status: 200,
    query: z.object({ after: After }),
    output: z.object({
      episodes: z.array(z.extend(EpisodeSummary, { productIds: z.array(z.string()) })),
      next: z.optional(z.string()),
      /** Absent until the feed was read for the first time. */
      feed: z.optional(FeedState),
    }),
  },
  setEpisodeProducts: {
    ...base,
    method: "PUT",
    path: "/api/admin/episodes/{id}/products",
    summary: "Replaces the products that are tied to an episode",
    status: 200,
    body: z.object({ productIds: ProductIds }),
    output: z.object({ productIds: z.array(z.string()) }),
  },
} as const satisfies Record<string, Endpoint>;
