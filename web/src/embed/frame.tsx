import type { ReactNode, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { Button, ButtonExternalLink } from "../ui/button.tsx";
import { SpinnerRing } from "../ui/spinner.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./embed.module.css";
import type { EmbedSource } from "./source.ts";

/** How long (ms) to wait for the frame's first message. */
const READY_TIMEOUT = 3000;
/** How often the frame is loaded; then the visitor can look at it without a message from it. */
const ATTEMPTS = 2;

type FrameState = "loading" | "ready" | "silent";

/**
 * Whether the frame has loaded at this attempt. Browsers fire a frame's load event for their own error pages too, so
 * only a message from the frame's window and origin counts; also one that comes after the timeout.
 */
function useFrameState(frame: RefObject<HTMLIFrameElement | null>, src: string, attempt: number): FrameState {
  const [last, setLast] = useState<{ attempt: number; state: FrameState }>({ attempt, state: "loading" });
  useEffect(() => {
    const { origin } = new URL(src);
    const onMessage = (event: MessageEvent) => {
      if (event.origin === origin && event.source === frame.current?.contentWindow)
        setLast({ attempt, state: "ready" });
    };
    const onTimeout = () =>
      setLast((now) =>
        now.attempt === attempt && now.state === "ready" ? now : { attempt, state: "silent" },
      );
    const timer = setTimeout(onTimeout, READY_TIMEOUT);
    window.addEventListener("message", onMessage);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
    };
  }, [frame, src, attempt]);
  return last.attempt === attempt ? last.state : "loading";
}

type FrameProps = { source: EmbedSource; frame?: RefObject<HTMLIFrameElement | null> };

/** A frame whose message is waited for loads even out of view. */
function Frame({ source: { src, title, height, reportsReady }, frame }: FrameProps) {
  return (
    <iframe
      ref={frame}
      src={src}
      title={title}
      height={height}
      loading={reportsReady ? "eager" : "lazy"}
      allow="autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      className={styles.frame}
    />
  );
}

type CoverProps = {
  source: EmbedSource;
  state: FrameState;
  poster: ReactNode;
  /** The label of the second button. */
  next: string;
  onNext: () => void;
};

/** Over a frame that is not ready: our own picture, and after the timeout a link to the company's site. */
function Cover({ source: { provider, kind, link }, state, poster, next, onNext }: CoverProps) {
  return (
    <div className={styles.cover}>
      <div className={styles.dimmed}>{poster}</div>
      <div role="status" className={styles.message}>
        {state === "loading" ? (
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

type LoadedFrameProps = {
  source: EmbedSource;
  /** The placeholder's picture. */
  poster: ReactNode;
};

/** A frame that is covered until it reports that it is ready. */
function CoveredFrame({ source, poster }: LoadedFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(1);
  const state = useFrameState(frame, source.src, attempt);
  const covered = state !== "ready" && attempt <= ATTEMPTS;
  return (
    <div ref={container} tabIndex={-1} className={styles.covered}>
      <div inert={covered} className={styles.framePlace} data-covered={covered}>
        <Frame key={Math.min(attempt, ATTEMPTS)} source={source} frame={frame} />
      </div>
      {covered && (
        <Cover
          source={source}
          state={state}
          poster={poster}
          next={attempt < ATTEMPTS ? "Try again" : `Show the ${source.kind} anyway`}
          onNext={() => {
            // The pressed button is removed: the focus moves to the frame's container.
            container.current?.focus();
            setAttempt(attempt + 1);
          }}
        />
      )}
    </div>
  );
}

/** The frame that the visitor agreed to. */
export function LoadedFrame(props: LoadedFrameProps) {
  return props.source.reportsReady ? <CoveredFrame {...props} /> : <Frame source={props.source} />;
}
