import { podcast } from "../../../../shared/site/podcast.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { Reveal } from "../../ui/reveal.tsx";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { partColumns } from "./part-columns.ts";
import styles from "./podcast-page.module.css";
import { Waveform } from "./waveform.tsx";
import { Episodes } from "./episodes.tsx";
import { Listen } from "./listen.tsx";
import { PodcastHead } from "./podcast-head.tsx";
import { SupportTheShow } from "./support-the-show.tsx";

/** The parts that every episode has, with their start times. */
function EpisodeParts() {
  const { heading, length, lead, parts } = podcast.episode;
  return (
    <div className={styles.band}>
      <Reveal as="section" aria-labelledby="episode" className="container section">
        <div className={styles.head}>
          <h2 id="episode">{heading}</h2>
          <p className="lead">{lead}</p>
        </div>
        <Waveform barCount={150} playedShare={0.2} className={styles.wave} />
        <ol
          className={styles.parts}
          style={{ "--columns": partColumns([...parts.map(({ at }) => at), length]) } as object}
        >
          {parts.map(({ at, heading: partHeading, text }) => (
            <li key={at} className={styles.part}>
              <p className={styles.at}>{at}</p>
              <h3 className={styles.name}>{partHeading}</h3>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ol>
      </Reveal>
    </div>
  );
}

export default function PodcastPage() {
  usePageMeta({ ...seo["/podcast"], path: paths.podcast });
  return (
    <>
      <PodcastHead />
      <Episodes />
      <Listen />
      <EpisodeParts />
      <SupportTheShow />
    </>
  );
}
