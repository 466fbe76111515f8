import { EPISODES_PAGE_SIZE, type EpisodeList } from "../../shared/episode.ts";
import { listEpisodeRows, toEpisodeSummary } from "./episode-table.ts";
import { getFeed } from "./feed-table.ts";

type PageRequest = { after?: string | undefined; limit?: number | undefined };

/** One page of the episodes, the newest first. Only the first page has `total`, the number of all episodes. */
export async function listEpisodes({ after, limit = EPISODES_PAGE_SIZE }: PageRequest): Promise<EpisodeList> {
  const [{ rows, next }, feed] = await Promise.all([
    listEpisodeRows({ after, limit }),
    after === undefined ? getFeed() : undefined,
  ]);
  return {
    episodes: rows.map(toEpisodeSummary),
    ...(next !== undefined && { next }),
    ...(feed && { total: feed.episodeCount }),
  };
}
