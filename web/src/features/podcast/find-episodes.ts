import type { EpisodeSummary } from "../../../../shared/episode.ts";
import { wordsMatcher } from "../../normalize-for-search.ts";
import { numberText } from "./episode-text.ts";

/** The episodes that have every word of the search in their number, title or summary. */
export function findEpisodes(episodes: readonly EpisodeSummary[], search: string): EpisodeSummary[] {
  const matches = wordsMatcher(search);
  return episodes.filter((episode) =>
    matches([numberText(episode), episode.title, episode.summary].join(" ")),
  );
}
