import { EPISODES_PAGE, type EpisodeList } from "../../shared/episode.ts";
import { listEpisodeRows, toSummary } from "./episode-table.ts";
import { getFeed } from "./feed-table.ts";

type Page = { after?: string | undefined; limit?: number | undefined };

/** One page of the episodes, the newest first; the first one with their number. */
export async function listEpisodes({ after, limit = EPISODES_PAGE }: Page): Promise<EpisodeList> {
  const [{ rows, next }, feed] = await Promise.all([
    listEpisodeRows({ after, limit }),
    after === undefined ? getFeed() : undefined,
  ]);
  return {
    episodes: rows.map(toSummary),
    ...(next !== undefined && { next }),
    ...(feed && { total: feed.episodeCount }),
  };
}
