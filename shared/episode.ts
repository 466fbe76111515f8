import * as z from "zod/mini";
import { Product } from "./product.ts";
import { Timestamp } from "./timestamp.ts";

/** The form of an episode's id, for regular expressions. */
export const EPISODE_ID_PATTERN = "ep_[0-9a-f]{20}";
export const EPISODE_ID = new RegExp(`^${EPISODE_ID_PATTERN}$`);
/** How many episodes /podcast shows at first, and how many more each click on the button below them shows. */
export const EPISODES_PAGE_SIZE = 12;
/** The most episodes in one answer of the API. A search loads all episodes with as few requests as possible. */
export const MAX_EPISODES_PAGE_SIZE = 100;
/** The most products that an admin can tie to one episode. */
export const MAX_EPISODE_PRODUCTS = 12;

/** An episode in the list, with what the player needs. */
export const EpisodeSummary = z.object({
  id: z.string(),
  title: z.string(),
  /** The beginning of the description, in one line. */
  summary: z.string(),
  publishedAt: Timestamp,
  /** The length in seconds, as the feed says. */
  duration: z.optional(z.number()),
  season: z.optional(z.int()),
  number: z.optional(z.int()),
  isExplicit: z.boolean(),
  audio: z.object({
    url: z.string(),
    /** A MIME type, such as audio/mpeg. */
    type: z.string(),
    /** False if the stage's settings do not allow pages to play media from the URL's origin. */
    isPlayable: z.boolean(),
  }),
});
export type EpisodeSummary = z.infer<typeof EpisodeSummary>;

export const EpisodeList = z.object({
  episodes: z.array(EpisodeSummary),
  /** The `after` for the next page. Absent on the last page. */
  next: z.optional(z.string()),
  /** The number of all episodes. Only on the first page. */
  total: z.optional(z.int()),
});
export type EpisodeList = z.infer<typeof EpisodeList>;

/** The `next` of an answer. The following request sends it to get the next page. */
export const EpisodeCursor = z.optional(
  z
    .string()
    .check(z.regex(new RegExp(`^[\\dT:.Z-]{20,30}#${EPISODE_ID_PATTERN}$`), "Not a position in the list")),
);

/** Paragraphs of plain text and of links, whose URLs are http or https. */
export const RichText = z.array(
  z.array(z.union([z.string(), z.object({ text: z.string(), url: z.string() })])),
);
export type RichText = z.infer<typeof RichText>;

/** A part of an episode. `start` is in seconds. */
export const Chapter = z.object({
  start: z.number(),
  title: z.string(),
  url: z.optional(z.string()),
});
export type Chapter = z.infer<typeof Chapter>;

/** What an episode's own page shows, without its products. */
export const EpisodeDetails = z.extend(EpisodeSummary, {
  description: RichText,
  /** A page about the episode on another site. */
  link: z.optional(z.string()),
  /** The URL of a picture on another site, for link previews and structured data: pages load nothing from there. */
  image: z.optional(z.string()),
  chapters: z.array(Chapter),
  /** Whether the shop has the transcript. */
  hasTranscript: z.boolean(),
  /** True if the episode is no longer in the feed. */
  isGone: z.boolean(),
});
export type EpisodeDetails = z.infer<typeof EpisodeDetails>;

/** An episode with the products in the store that an admin has tied to it. */
export const Episode = z.extend(EpisodeDetails, { products: z.array(Product) });
export type Episode = z.infer<typeof Episode>;

/** A part of a transcript. `start` is in seconds. */
export const TranscriptPart = z.object({
  start: z.optional(z.number()),
  speaker: z.optional(z.string()),
  text: z.string(),
});
export type TranscriptPart = z.infer<typeof TranscriptPart>;
