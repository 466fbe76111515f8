import { podcast } from "../../../../shared/site/podcast.ts";
import { Reveal } from "../../ui/reveal.tsx";
import styles from "./episode.module.css";
import { Waveform } from "./waveform.tsx";

/** What happens in an episode, and when. */
export function Episode() {
  const { heading, lead, parts } = podcast.episode;
  return (
    <div className={styles.band}>
      <Reveal as="section" aria-labelledby="episode" className="container section">
        <div className={styles.head}>
          <h2 id="episode">{heading}</h2>
          <p className="lead">{lead}</p>
        </div>
        <Waveform bars={150} heard={0.2} className={styles.wave} />
        <ol className={styles.parts}>
          {parts.map(({ at, heading: part, text }) => (
            <li key={at} className={styles.part}>
              <p className={styles.at}>{at}</p>
              <h3 className={styles.name}>{part}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ol>
      </Reveal>
    </div>
  );
}
