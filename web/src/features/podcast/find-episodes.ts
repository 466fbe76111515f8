import type { EpisodeSummary } from "../../../../shared/episode.ts";
import { normalizeForSearch } from "../../normalize-for-search.ts";
import { numberText } from "./episode-text.ts";

/** The episodes that have every word of the search in their number, title or summary. */
export function findEpisodes(episodes: readonly EpisodeSummary[], search: string): EpisodeSummary[] {
  const words = normalizeForSearch(search).split(/\s+/).filter(Boolean);
  return episodes.filter((episode) => {
    const text = normalizeForSearch([numberText(episode), episode.title, episode.summary].join(" "));
    return words.every((word) => text.includes(word));
  });
}
