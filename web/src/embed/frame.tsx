import type { ReactNode, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { Button, ButtonExternalLink } from "../ui/button.tsx";
import { SpinnerRing } from "../ui/spinner.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./embed.module.css";
import type { EmbedSource } from "./source.ts";

/** The time to wait for the frame's first message. */
const READY_TIMEOUT_MS = 3000;

/** 'silent': the frame has not sent a message in time. */
type FrameState = "loading" | "ready" | "silent";

/**
 * The state of the frame. Browsers also fire a frame's load event for their error pages, so only a message from
 * the frame's window and origin makes the state 'ready'. The message may come after the timeout.
 */
function useFrameState(frame: RefObject<HTMLIFrameElement | null>, src: string): FrameState {
  const [state, setState] = useState<FrameState>("loading");
  useEffect(() => {
    const { origin } = new URL(src);
    const onMessage = (event: MessageEvent) => {
      if (event.origin === origin && event.source === frame.current?.contentWindow) setState("ready");
    };
    const onTimeout = () => setState((current) => (current === "ready" ? current : "silent"));
    const timer = setTimeout(onTimeout, READY_TIMEOUT_MS);
    window.addEventListener("message", onMessage);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
    };
  }, [frame, src]);
  return state;
}

type FrameProps = { source: EmbedSource; frame?: RefObject<HTMLIFrameElement | null> };

/** A frame that reports when it is ready is not loaded lazily, because the page waits for the message. */
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
  /** Shows the frame although it is silent: a frame without messages may work. */
  onShow: () => void;
};

/**
 * Covers a frame that is not ready: a picture and, after the timeout, a link to the content on the provider's site and a
 * button that shows the frame.
 */
function Cover({ source: { provider, kind, link }, state, poster, onShow }: CoverProps) {
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
              <Button variant="secondary" onClick={onShow}>
                Show the {kind} anyway
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
  /** The cover's picture. */
  poster: ReactNode;
};

/** A frame that is covered until it reports that it is ready, or the visitor shows it anyway. */
function CoveredFrame({ source, poster }: LoadedFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const [isShownAnyway, setShownAnyway] = useState(false);
  const state = useFrameState(frame, source.src);
  const isCovered = state !== "ready" && !isShownAnyway;
  return (
    <div ref={container} tabIndex={-1} className={styles.covered}>
      <div inert={isCovered} className={styles.frameContainer} data-covered={isCovered}>
        <Frame source={source} frame={frame} />
      </div>
      {isCovered && (
        <Cover
          source={source}
          state={state}
          poster={poster}
          onShow={() => {
            // The pressed button disappears, so the focus moves to the element around the frame and its cover.
            container.current?.focus();
            setShownAnyway(true);
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
