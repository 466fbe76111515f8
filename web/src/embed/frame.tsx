import type { ReactNode, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { Button, ButtonExternalLink } from "../ui/button.tsx";
import { SpinnerRing } from "../ui/spinner.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./embed.module.css";
import type { EmbedSource } from "./source.ts";

/** The time to wait for the frame's first message. */
const READY_TIMEOUT_MS = 3000;
/** How often a silent frame is loaded. After that, the visitor can show the frame although it is silent. */
const MAX_ATTEMPTS = 2;

/** 'silent': the frame has not sent a message in time. */
type FrameState = "loading" | "ready" | "silent";

/**
 * The state of the frame at this attempt. Browsers fire a frame's load event for their error pages too, so
 * only a message from the frame's window and origin makes it 'ready'. The message may come after the timeout.
 */
function useFrameState(frame: RefObject<HTMLIFrameElement | null>, src: string, attempt: number): FrameState {
  const [lastState, setLastState] = useState<{ attempt: number; state: FrameState }>({
    attempt,
    state: "loading",
  });
  useEffect(() => {
    const { origin } = new URL(src);
    const onMessage = (event: MessageEvent) => {
      if (event.origin === origin && event.source === frame.current?.contentWindow)
        setLastState({ attempt, state: "ready" });
    };
    const onTimeout = () =>
      setLastState((current) =>
        current.attempt === attempt && current.state === "ready" ? current : { attempt, state: "silent" },
      );
    const timer = setTimeout(onTimeout, READY_TIMEOUT_MS);
    window.addEventListener("message", onMessage);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
    };
  }, [frame, src, attempt]);
  return lastState.attempt === attempt ? lastState.state : "loading";
}

type FrameProps = { source: EmbedSource; frame?: RefObject<HTMLIFrameElement | null> };

/** A frame that reports when it is ready is loaded at once, because the page waits for the message. */
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
  /** The label of the button beside the link. */
  buttonLabel: string;
  onPress: () => void;
};

/**
 * Covers a frame that is not ready: a picture and, after the timeout, a link to the company's site and a
 * button.
 */
function Cover({ source: { provider, kind, link }, state, poster, buttonLabel, onPress }: CoverProps) {
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
              <Button variant="secondary" onClick={onPress}>
                {buttonLabel}
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
  const isCovered = state !== "ready" && attempt <= MAX_ATTEMPTS;
  return (
    <div ref={container} tabIndex={-1} className={styles.covered}>
      <div inert={isCovered} className={styles.framePlace} data-covered={isCovered}>
        <Frame key={Math.min(attempt, MAX_ATTEMPTS)} source={source} frame={frame} />
      </div>
      {isCovered && (
        <Cover
          source={source}
          state={state}
          poster={poster}
          buttonLabel={attempt < MAX_ATTEMPTS ? "Try again" : `Show the ${source.kind} anyway`}
          onPress={() => {
            // The pressed button disappears, so the focus moves to the frame's container.
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
