import { useEffect, useEffectEvent } from "react";
import { EPISODES_PAGE_SIZE, type EpisodeSummary } from "../../../../shared/episode.ts";
import { podcast } from "../../../../shared/site/podcast.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../router/link.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EpisodeFacts } from "./episode-facts.tsx";
import { EpisodePlay } from "./episode-play.tsx";
import styles from "./episodes.module.css";
import { findEpisodes } from "./find-episodes.ts";
import { useEpisodeSearch } from "./use-episode-search.ts";
import { useEpisodes } from "./use-episodes.ts";

function EpisodeRow({ episode }: { episode: EpisodeSummary }) {
  return (
    <article className={styles.episode}>
      <div className={styles.text}>
        <EpisodeFacts episode={episode} />
        <h3 className={styles.name}>
          <Link to={paths.episode(episode.id)} className={styles.link}>
            {episode.title}
          </Link>
        </h3>
        {episode.summary !== "" && <p className={styles.summary}>{episode.summary}</p>}
      </div>
      <div className={styles.action}>
        <EpisodePlay episode={episode} />
      </div>
    </article>
  );
}

const {
  heading,
  lead,
  failed: failedText,
  none: noneText,
  search: searchLabel,
  notFound,
  showAll,
} = podcast.episodes;

type EpisodeSearchProps = { text: string; onText: (text: string) => void; statusText: string };

function EpisodeSearch({ text, onText, statusText }: EpisodeSearchProps) {
  return (
    <search aria-label="Episodes" className={styles.search}>
      <SearchField label={searchLabel} value={text} onChange={onText} className={styles.field} />
      <p role="status" className={styles.count}>
        {statusText}
      </p>
    </search>
  );
}

const countText = (count: number, text: string): string =>
  `${count === 1 ? "1 episode" : `${count} episodes`} for “${text.trim()}”`;

/**
 * The episodes of the podcast's feed, the newest first, and a search among them. Shows nothing in a stage
 * without a feed.
 */
export function Episodes() {
  const { episodeList, status, loadMore, loadAll } = useEpisodes();
  const { text, setText, clear } = useEpisodeSearch();
  const hasSearchText = text.trim() !== "";
  const hasMore = episodeList?.next !== undefined;
  const loadRemaining = useEffectEvent(loadAll);
  useEffect(() => {
    if (hasSearchText && hasMore && status === "ready") loadRemaining();
  }, [hasSearchText, hasMore, status]);

  // There is no list before the first request, and in a stage without a feed.
  if (!episodeList && status === "ready") return null;
  const remainingCount =
    episodeList?.total === undefined ? undefined : episodeList.total - episodeList.episodes.length;
  const foundEpisodes = episodeList && findEpisodes(episodeList.episodes, text);
  const areResultsLoading = hasSearchText && status !== "failed" && (!episodeList || hasMore);
  const hasSearchField = hasSearchText || (episodeList?.total ?? 0) > EPISODES_PAGE_SIZE;
  const searchStatusText = areResultsLoading ? "Searching..." : countText(foundEpisodes?.length ?? 0, text);
  const retryButton = (
    <Button variant="secondary" icon="refresh" onClick={hasSearchText ? loadAll : loadMore}>
      Try Again
    </Button>
  );
  return (
    <section aria-labelledby="episodes" className={styles.band}>
      <div className="container section">
        <div className={styles.head}>
          <h2 id="episodes">{heading}</h2>
          <p className="lead">{lead}</p>
          {hasSearchField && (
            <EpisodeSearch text={text} onText={setText} statusText={hasSearchText ? searchStatusText : ""} />
          )}
        </div>
        {!episodeList && status === "loading" && (
          <div aria-hidden="true" className={styles.list}>
            <Skeleton className={styles.skeleton} />
            <Skeleton className={styles.skeleton} />
            <Skeleton className={styles.skeleton} />
          </div>
        )}
        {episodeList?.episodes.length === 0 && !hasSearchText && <p>{noneText}</p>}
        {foundEpisodes && foundEpisodes.length > 0 && (
          <ol className={styles.list}>
            {foundEpisodes.map((episode) => (
              <li key={episode.id}>
                <EpisodeRow episode={episode} />
              </li>
            ))}
          </ol>
        )}
        {hasSearchText && foundEpisodes?.length === 0 && status === "ready" && !hasMore && (
          <EmptyState
            icon="search"
            title={notFound}
            actions={
              <Button variant="secondary" icon="refresh" onClick={clear}>
                {showAll}
              </Button>
            }
          />
        )}
        {status === "failed" && (
          <Notice tone="danger" role="alert" title={failedText} actions={retryButton} />
        )}
        {hasMore && status !== "failed" && !hasSearchText && (
          <div className={styles.more}>
            <Button
              variant="secondary"
              loading={status === "loading"}
              loadingText="Loading..."
              onClick={loadMore}
            >
              Show more episodes
            </Button>
            {remainingCount !== undefined && remainingCount > 0 && (
              <p className={styles.count}>
                {episodeList.episodes.length} of {episodeList.total}
              </p>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
