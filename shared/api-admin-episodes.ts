import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { EPISODE_ID, EpisodeCursor, EpisodeSummary, MAX_EPISODE_PRODUCTS } from "./episode.ts";
import { FeedState } from "./feed-state.ts";
import { PRODUCT_ID } from "./product-id.ts";

const base = { access: "admin", handledBy: "admin-api" } as const;
const AnyProductId = z.string().check(z.regex(PRODUCT_ID, "Not the id of a product"));
const ProductIds = z.array(AnyProductId).check(
  z.maxLength(MAX_EPISODE_PRODUCTS, `At most ${MAX_EPISODE_PRODUCTS} products`),
  z.refine((ids) => new Set(ids).size === ids.length, "A product is there twice"),
);

/**
 * The most episodes in `add`, and in `remove`. One DynamoDB transaction makes all changes of a request: at most 100 writes,
 * two for each episode.
 */
const MAX_TIE_CHANGES = 25;
const EpisodeIds = z
  .array(z.string().check(z.regex(EPISODE_ID, "Not the id of an episode")))
  .check(z.maxLength(MAX_TIE_CHANGES, `At most ${MAX_TIE_CHANGES} episodes at once`));

/** The episodes of a product, the newest first. */
const EpisodesOfProduct = z.object({
  episodes: z.array(
    z.object({
      ...z.pick(EpisodeSummary, { id: true, title: true, publishedAt: true }).shape,
      /** True if the episode is no longer in the feed, so that no page shows it with the product. */
      isGone: z.boolean(),
    }),
  ),
});

/** The endpoints of the back office for the podcast's episodes. In a stage without a podcast, they answer 404. */
export const adminEpisodesApi = {
  listEpisodesAsAdmin: {
    ...base,
    method: "GET",
    path: "/api/admin/episodes",
    summary: "The podcast's episodes with the products tied to them, in pages, and the state of the feed",
    status: 200,
    query: z.object({ after: EpisodeCursor }),
    output: z.object({
      episodes: z.array(z.extend(EpisodeSummary, { productIds: z.array(z.string()) })),
      next: z.optional(z.string()),
      /** Absent until the feed has been read for the first time. */
      feed: z.optional(FeedState),
    }),
  },
  setEpisodeProducts: {
    ...base,
    method: "PUT",
    path: "/api/admin/episodes/{id}/products",
    summary:
      "Sets the products that are tied to an episode. With shownIds, changes only what differs between shownIds and productIds, so that other admins' changes stay; without shownIds, replaces all",
    status: 200,
    body: z.object({
      productIds: ProductIds,
      /** The products of the episode when the form was opened. */
      shownIds: z.optional(z.array(AnyProductId).check(z.maxLength(100, "At most 100 products"))),
    }),
    output: z.object({ productIds: z.array(z.string()) }),
  },
  listEpisodesOfProduct: {
    ...base,
    method: "GET",
    path: "/api/admin/products/{id}/episodes",
    summary: "The episodes that a product is tied to",
    status: 200,
    output: EpisodesOfProduct,
  },
  changeEpisodesOfProduct: {
    ...base,
    method: "PATCH",
    path: "/api/admin/products/{id}/episodes",
    summary:
      "Ties a product to episodes and unties it from others; other ties stay; 409 if an episode is full",
    status: 200,
    body: z.object({ add: EpisodeIds, remove: EpisodeIds }),
    output: EpisodesOfProduct,
  },
} as const satisfies Record<string, Endpoint>;
