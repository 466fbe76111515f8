import type { ReactNode } from "react";
import { useRef } from "react";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { Checkbox } from "../ui/controls.tsx";
import { Icon } from "../ui/icon.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import { useConsent } from "./consent.ts";
import styles from "./embed.module.css";
import { LoadedFrame } from "./frame.tsx";
import type { EmbedSource } from "./source.ts";

type PlaceholderProps = { source: EmbedSource; poster: ReactNode; onLoad: () => void };

/** Shown until the visitor loads the frame. */
function Placeholder({ source: { provider, kind }, poster, onLoad }: PlaceholderProps) {
  return (
    <>
      <div className={styles.poster}>{poster}</div>
      <div className={styles.loadBar}>
        <Button icon={kind === "map" ? "map" : "play"} onClick={onLoad} className={styles.load}>
          Load {kind}: contacts {provider}
        </Button>
      </div>
    </>
  );
}

type EmbedProps = {
  source: EmbedSource;
  /** A decorative picture from our site, shown until the frame is visible. */
  poster: ReactNode;
  /** Sets the size of the placeholder and of the frame. */
  className?: string | undefined;
};

/**
 * A frame with a page of another company. Nothing is loaded from that company before the visitor agrees. A
 * checkbox below the frame makes the consent permanent. Without its tick, the consent ends when the page is left.
 */
export function Embed({ source, poster, className }: EmbedProps) {
  const { provider, kind, title, link, reportsReady } = source;
  const { isAllowed, isRemembered, load, unload, setRemembered } = useConsent(provider);
  const group = useRef<HTMLDivElement>(null);
  // The pressed button disappears, so the focus moves to the group.
  const withFocusOnGroup = (action: () => void) => () => {
    group.current?.focus();
    action();
  };
  return (
    <div ref={group} role="group" aria-label={title} tabIndex={-1} className={styles.embed}>
      <div className={cx(styles.box, className)}>
        {isAllowed ? (
          <LoadedFrame source={source} poster={poster} />
        ) : (
          <Placeholder source={source} poster={poster} onLoad={withFocusOnGroup(load)} />
        )}
      </div>
      <div className={styles.footer}>
        <Checkbox
          label={`Always allow ${provider}`}
          checked={isRemembered}
          onChange={({ target }) => setRemembered(target.checked)}
        />
        {isAllowed ? (
          <div className={styles.actionsAfterLoad}>
            {/* A frame that reports when it is ready has this link in its cover. */}
            {!reportsReady && (
              <a href={link.url} target="_blank" rel="noopener noreferrer" className={styles.textButton}>
                {link.label}
                <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              </a>
            )}
            <button type="button" onClick={withFocusOnGroup(unload)} className={styles.textButton}>
              Unload {kind}
            </button>
          </div>
        ) : (
          <p className={styles.note}>
            <Icon name="lock" size={16} />
            Nothing comes from {provider} before you press the button.
          </p>
        )}
      </div>
    </div>
  );
}
