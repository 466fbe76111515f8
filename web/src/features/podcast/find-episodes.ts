import type { EpisodeSummary } from "../../../../shared/episode.ts";
import { numberText } from "./episode-text.ts";

/** Text in lower case and without accents. */
const simplified = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The episodes that have every word of the search in their number, title or summary. */
export function findEpisodes(episodes: readonly EpisodeSummary[], search: string): EpisodeSummary[] {
  const words = simplified(search).split(/\s+/).filter(Boolean);
  return episodes.filter((episode) => {
    const text = simplified([numberText(episode), episode.title, episode.summary].join(" "));
    return words.every((word) => text.includes(word));
  });
}
