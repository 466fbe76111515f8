import { useEffect, useState } from "react";
import { episodesApi } from "../../../../shared/api-episodes.ts";
import type { EpisodeSummary } from "../../../../shared/episode.ts";
import type { Output } from "../../../../shared/endpoint.ts";
import { call } from "../../api.ts";
import { playOrPause, preloadPlayerProps } from "../../player/play-episode.ts";
import { clockText } from "../../player/time-text.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./transcript.module.css";

type TranscriptState = Output<typeof episodesApi.getTranscript> | "failed" | undefined;

/**
 * The transcript, all on one page, so that the browser's search finds each word. The server cuts a transcript that is too long.
 * Pressing a time plays the episode from that time, also while the episode is playing.
 */
export function Transcript({ episode }: { episode: EpisodeSummary }) {
  const [transcript, setTranscript] = useState<TranscriptState>();
  const [retryCount, setRetryCount] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call(episodesApi.getTranscript, { params: { id: episode.id }, signal: controller.signal }).then(
      setTranscript,
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error("The transcript could not be loaded", error);
        setTranscript("failed");
      },
    );
    return () => controller.abort();
  }, [episode.id, retryCount]);
  const retry = () => {
    setTranscript(undefined);
    setRetryCount(retryCount + 1);
  };
  const canPlay = episode.audio.isPlayable;
  return (
    <section aria-labelledby="transcript" className={styles.transcript}>
      <h2 id="transcript">Transcript</h2>
      {transcript === undefined && <Skeleton className={styles.skeleton} />}
      {transcript === "failed" && (
        <Notice
          tone="danger"
          role="alert"
          title="The transcript could not be loaded."
          actions={
            <Button variant="secondary" icon="refresh" onClick={retry}>
              Try Again
            </Button>
          }
        />
      )}
      {typeof transcript === "object" &&
        transcript.parts.map(({ start, speaker, text }, i) => (
          <div key={i} className={styles.part}>
            {start !== undefined && canPlay && (
              <button
                type="button"
                {...preloadPlayerProps}
                onClick={() => playOrPause(episode, start)}
                className={styles.at}
              >
                <VisuallyHidden>Play from </VisuallyHidden>
                {clockText(start)}
              </button>
            )}
            <p>
              {speaker !== undefined && <b>{speaker}: </b>}
              {text}
            </p>
          </div>
        ))}
      {typeof transcript === "object" && transcript.isCut && (
        <p className={styles.cut}>
          The rest of the transcript is too long for this page.
          <VisuallyHidden> It ends here.</VisuallyHidden>
        </p>
      )}
    </section>
  );
}
