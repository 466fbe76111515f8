import type { Episode, EpisodeList } from "../../../shared/episode.ts";
import type { PageData } from "../../../shared/page-data.ts";

let list: EpisodeList | undefined;
let opened: Episode | undefined;

/** Makes the next render show the episodes of the page's HTML. */
export function seedEpisodes(data: PageData | undefined): void {
  list = data?.episodes;
  opened = data?.episode;
}

/** The newest episodes: those in the page's HTML, or those of the last answer. Undefined before the first answer. */
export const knownEpisodes = (): EpisodeList | undefined => list;
export const keepEpisodes = (answer: EpisodeList): void => void (list = answer);

/** The episode in the page's HTML, if it has this id. */
export const knownEpisode = (id: string | undefined): Episode | undefined =>
  opened?.id === id ? opened : undefined;
