import type { ReactNode, RefObject } from "react";
import { useRef, useState } from "react";
import { Button, ButtonExternalLink } from "../ui/button.tsx";
import { SpinnerRing } from "../ui/spinner.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./embed.module.css";
import type { EmbedSource } from "./source.ts";
import type { Answer } from "./use-answer.ts";
import { useAnswer } from "./use-answer.ts";

type FrameProps = { source: EmbedSource; frame?: RefObject<HTMLIFrameElement | null> };

/** The other company's page itself. One that answers is waited for, so it loads even out of view. */
function Frame({ source: { src, title, height, answers }, frame }: FrameProps) {
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

type CoverProps = {
  source: EmbedSource;
  answer: Answer;
  still: ReactNode;
  /** What can be done about silence, in words. */
  next: string;
  onNext: () => void;
};

/** Our picture stays until there is something to see; silence is said, with the way to the company's own site. */
function Cover({ source: { provider, kind, link }, answer, still, next, onNext }: CoverProps) {
  return (
    <div className={styles.cover}>
      <div className={styles.dimmed}>{still}</div>
      <div role="status" className={styles.said}>
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
                <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              </ButtonExternalLink>
              <Button variant="secondary" onClick={onNext}>
                {next}
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}

/** How often a frame is waited for; then it can be looked at as it is. */
const ATTEMPTS = 2;

/** A frame that is covered until it answers. */
function WatchedFrame({ source, still }: { source: EmbedSource; still: ReactNode }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(1);
  const answer = useAnswer(frame, source.src, attempt);
  const covered = answer !== "answered" && attempt <= ATTEMPTS;
  return (
    <div ref={place} tabIndex={-1} className={styles.watched}>
      <div inert={covered} className={styles.framePlace} data-covered={covered}>
        <Frame key={Math.min(attempt, ATTEMPTS)} source={source} frame={frame} />
      </div>
      {covered && (
        <Cover
          source={source}
          answer={answer}
          still={still}
          next={attempt < ATTEMPTS ? "Try again" : `Show the ${source.kind} anyway`}
          onNext={() => {
            // The button goes: the focus stays here.
            place.current?.focus();
            setAttempt(attempt + 1);
          }}
        />
      )}
    </div>
  );
}

/** What was agreed to. `still` is what stood in its place. */
export function LoadedFrame({ source, still }: { source: EmbedSource; still: ReactNode }) {
  return source.answers ? <WatchedFrame source={source} still={still} /> : <Frame source={source} />;
}
