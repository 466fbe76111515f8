import { episodeMeta } from "../../../../shared/page-meta.ts";
import { EPISODE_ID, type Episode } from "../../../../shared/episode.ts";
import { paths } from "../../paths.ts";
import { useParams } from "../../router/hooks.ts";
import { Link } from "../../router/link.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { usePageHeadingFocus, usePageHeadingFocusAfterLoad } from "../../ui/page-heading-focus.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Chapters } from "./chapters.tsx";
import { EpisodeFacts } from "./episode-facts.tsx";
import { EpisodePlay } from "./episode-play.tsx";
import { EpisodeProducts } from "./episode-products.tsx";
import styles from "./episode-page.module.css";
import { audioHostname } from "./episode-text.ts";
import { MissingEpisode } from "./missing-episode.tsx";
import { RichParagraphs } from "./rich-paragraphs.tsx";
import { Transcript } from "./transcript.tsx";
import { useEpisode } from "./use-episode.ts";
import { Waveform } from "./waveform.tsx";

function EpisodeHead({ episode }: { episode: Episode }) {
  const { audio, isGone } = episode;
  return (
    <div className={styles.head}>
      <div className={`container ${styles.inner}`}>
        <Link to={paths.podcast} className={styles.back}>
          <Icon name="arrow-left" size={18} />
          All episodes
        </Link>
        <EpisodeFacts episode={episode} />
        <PageTitle className={styles.title}>{episode.title}</PageTitle>
        {isGone ? (
          <Notice role="status" title="This episode is no longer in the podcast's feed." />
        ) : (
          <div className={styles.actions}>
            <EpisodePlay episode={episode} size="large" />
            {audio.isPlayable && audioHostname(episode) !== "" && (
              <p className={styles.host}>Plays from {audioHostname(episode)}</p>
            )}
          </div>
        )}
        <Waveform barCount={150} className={styles.wave} />
      </div>
    </div>
  );
}

function EpisodeContent({ episode }: { episode: Episode }) {
  usePageMeta(episodeMeta(episode));
  const { description, chapters, link } = episode;
  return (
    <>
      <EpisodeHead episode={episode} />
      <div className={`container ${styles.body}`}>
        <section aria-labelledby="about" className={styles.about}>
          <h2 id="about">About this episode</h2>
          <RichParagraphs text={description} className={styles.text} />
          {link !== undefined && (
            <p>
              <a href={link} target="_blank" rel="noopener noreferrer nofollow ugc">
                More about this episode at {URL.parse(link)?.hostname}
              </a>
            </p>
          )}
        </section>
        {chapters.length > 0 && <Chapters episode={episode} />}
      </div>
      <EpisodeProducts products={episode.products} />
      {/* The transcript, which is long, comes last. */}
      {episode.hasTranscript && !episode.isGone && (
        <div className={`container ${styles.last}`}>
          <Transcript episode={episode} />
        </div>
      )}
    </>
  );
}

function EpisodeById({ id }: { id: string }) {
  const { status, episode, retry } = useEpisode(id);
  usePageHeadingFocusAfterLoad(status);
  const keepFocus = usePageHeadingFocus(status);
  if (status === "ready") return <EpisodeContent episode={episode} />;
  if (status === "missing") return <MissingEpisode />;
  return (
    <div className="container page">
      {status === "failed" ? (
        <Notice
          tone="danger"
          role="alert"
          title="The episode could not be loaded. Check your connection."
          actions={
            <Button
              variant="secondary"
              icon="refresh"
              onClick={() => {
                keepFocus();
                retry();
              }}
            >
              Try Again
            </Button>
          }
        />
      ) : (
        <div aria-hidden="true" className={styles.loading}>
          <Skeleton shape="short" />
          <Skeleton className={styles.skeleton} />
          <Skeleton className={styles.skeleton} />
        </div>
      )}
    </div>
  );
}

export default function EpisodePage() {
  const { episodeId = "" } = useParams();
  return EPISODE_ID.test(episodeId) ? <EpisodeById key={episodeId} id={episodeId} /> : <MissingEpisode />;
}
