import type { PageData } from "../../../shared/page-data.ts";

/**
 * The episodes in the page's HTML and, after `keepEpisodes`, those of later responses, not checked by their schema. Only the
 * podcast's pages load the code that checks them: `known-episodes.ts`.
 */
export const pageEpisodes: Pick<PageData, "episodes" | "episode"> = {};

/** Makes the next render show the episodes of the page's HTML. */
export function seedEpisodes(data: PageData | undefined): void {
  pageEpisodes.episodes = data?.episodes;
  pageEpisodes.episode = data?.episode;
}
