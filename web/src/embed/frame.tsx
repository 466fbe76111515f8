import type { ReactNode, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { Button, ButtonExternalLink } from "../ui/button.tsx";
import { SpinnerRing } from "../ui/spinner.tsx";
import styles from "./embed.module.css";
import type { EmbedSource } from "./source.ts";
import type { Answer } from "./use-answer.ts";
import { useAnswer } from "./use-answer.ts";

type Loaded = { source: EmbedSource; frame?: RefObject<HTMLIFrameElement | null> };

/** The other company's page itself. One that answers is waited for, so it loads even out of view. */
function Frame({ source: { src, title, height, answers }, frame }: Loaded) {
  return (
    <iframe
      ref={frame}
      src={src}
      title={title}
      height={height}
      loading={answers ? "eager" : "lazy"}
      allow="autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      className={styles.frame}
    />
  );
}

function Cover({ answer, source, onRetry }: { answer: Answer; source: EmbedSource; onRetry: () => void }) {
  const { provider, kind, link } = source;
  return (
    <div role="status" className={styles.cover}>
      {answer === "waiting" ? (
        <p className={styles.waiting}>
          <SpinnerRing />
          Connecting to {provider}…
        </p>
      ) : (
        <>
          <p className={styles.silent}>
            The {kind} has not answered. Something between you and {provider} may be blocking it.
          </p>
          <div className={styles.actions}>
            <ButtonExternalLink href={link.url} iconAfter="external">
              {link.label}
            </ButtonExternalLink>
            <Button variant="secondary" icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/**
 * A frame behind a cover until it answers. After three silent seconds the cover offers the way to the company's own
 * site; who tries again sees the frame as it is.
 */
function WatchedFrame({ source }: Loaded) {
  const frame = useRef<HTMLIFrameElement>(null);
  const answer = useAnswer(frame, source.src);
  const [attempt, setAttempt] = useState(1);
  const covered = answer !== "answered" && attempt === 1;
  useEffect(() => {
    // The button that was pressed went with the cover.
    if (attempt > 1) frame.current?.focus();
  }, [attempt]);
  return (
    <>
      <div inert={covered} className={styles.framePlace} data-covered={covered}>
        <Frame key={attempt} source={source} frame={frame} />
      </div>
      {covered && <Cover answer={answer} source={source} onRetry={() => setAttempt(2)} />}
    </>
  );
}

/** What was agreed to. */
export function LoadedFrame({ source }: Loaded): ReactNode {
  return source.answers ? <WatchedFrame source={source} /> : <Frame source={source} />;
}
