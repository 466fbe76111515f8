import type { EpisodeSummary } from "../../../../shared/episode.ts";
import { lengthText } from "../../player/time-text.ts";
import { formatDay } from "../../ui/day-text.ts";
import styles from "./episode-facts.module.css";
import { numberText } from "./episode-text.ts";

/** Number, day, length, and whether the language is explicit. Day and length stay beside each other on a phone. */
export function EpisodeFacts({ episode }: { episode: EpisodeSummary }) {
  const number = numberText(episode);
  return (
    <p className={styles.facts}>
      {number !== "" && <span className={styles.number}>{number}</span>}
      <span>
        <time dateTime={episode.publishedAt}>{formatDay(episode.publishedAt)}</time>
        {episode.duration !== undefined && ` · ${lengthText(episode.duration)}`}
      </span>
      {episode.isExplicit && (
        <abbr title="Explicit language" className={styles.explicit}>
          Explicit
        </abbr>
      )}
    </p>
  );
}
