import * as z from "zod/mini";
import { Episode, EpisodeList } from "../../../shared/episode.ts";
import { pageEpisodes } from "./page-episodes.ts";

/**
 * The episodes in the page's HTML and those of all responses so far, the newest first. Undefined if the HTML has none, until
 * the first response.
 */
export const knownEpisodes = (): EpisodeList | undefined =>
  z.parse(z.optional(EpisodeList), pageEpisodes.episodes);
/** Makes `knownEpisodes` return these episodes. */
export const keepEpisodes = (episodeList: EpisodeList): void => {
  pageEpisodes.episodes = episodeList;
};

/** The episode in the page's HTML, if it has this id. */
export function knownEpisode(id: string | undefined): Episode | undefined {
  const episode = z.parse(z.optional(Episode), pageEpisodes.episode);
  return episode?.id === id ? episode : undefined;
}
