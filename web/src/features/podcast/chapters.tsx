import type { EpisodeDetails } from "../../../../shared/episode.ts";
import { playOrPause, preloadPlayerProps } from "../../player/play-episode.ts";
import { clockText } from "../../player/time-text.ts";
import styles from "./chapters.module.css";

/** The chapters of an episode. Pressing a chapter plays it, if pages may play the recording and the feed still has the episode. */
export function Chapters({ episode }: { episode: EpisodeDetails }) {
  return (
    <section aria-labelledby="chapters">
      <h2 id="chapters" className={styles.heading}>
        Chapters
      </h2>
      <ol className={styles.list}>
        {episode.chapters.map(({ start, title, url }, i) => (
          <li key={i} className={styles.chapter}>
            {episode.audio.isPlayable && !episode.isGone ? (
              <button
                type="button"
                {...preloadPlayerProps}
                onClick={() => playOrPause(episode, start)}
                className={styles.play}
              >
                <span className={styles.at}>{clockText(start)}</span>
                {title}
              </button>
            ) : (
              <p className={styles.play}>
                <span className={styles.at}>{clockText(start)}</span>
                {title}
              </p>
            )}
            {url !== undefined && (
              <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc" className={styles.more}>
                {URL.parse(url)?.hostname}
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
