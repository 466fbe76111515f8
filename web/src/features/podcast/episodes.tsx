import type { EpisodeSummary } from "../../../../shared/episode.ts";
import { podcast } from "../../../../shared/site/podcast.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../router/link.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EpisodeFacts } from "./episode-facts.tsx";
import { EpisodePlay } from "./episode-play.tsx";
import styles from "./episodes.module.css";
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

const { heading, lead, failed, none } = podcast.episodes;

/** The episodes of the podcast's feed, the newest first. Nothing in a stage without a feed. */
export function Episodes() {
  const { list, status, loadMore } = useEpisodes();
  if (!list && status === "ready") return null;
  const remaining = list?.total === undefined ? undefined : list.total - list.episodes.length;
  const retry = (
    <Button variant="secondary" icon="refresh" onClick={loadMore}>
      Try Again
    </Button>
  );
  return (
    <section aria-labelledby="episodes" className={styles.band}>
      <div className="container section">
        <div className={styles.head}>
          <h2 id="episodes">{heading}</h2>
          <p className="lead">{lead}</p>
        </div>
        {!list && status === "loading" && (
          <div aria-hidden="true" className={styles.list}>
            <Skeleton className={styles.skeleton} />
            <Skeleton className={styles.skeleton} />
            <Skeleton className={styles.skeleton} />
          </div>
        )}
        {list?.episodes.length === 0 && <p>{none}</p>}
        {list && (
          <ol className={styles.list}>
            {list.episodes.map((episode) => (
              <li key={episode.id}>
                <EpisodeRow episode={episode} />
              </li>
            ))}
          </ol>
        )}
        {status === "failed" && <Notice tone="danger" role="alert" title={failed} actions={retry} />}
        {list?.next !== undefined && status !== "failed" && (
          <div className={styles.more}>
            <Button
              variant="secondary"
              loading={status === "loading"}
              loadingText="Loading..."
              onClick={loadMore}
            >
              Show more episodes
            </Button>
            {remaining !== undefined && remaining > 0 && (
              <p className={styles.count}>
                {list.episodes.length} of {list.total}
              </p>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
