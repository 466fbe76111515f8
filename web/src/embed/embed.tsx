import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { Checkbox } from "../ui/controls.tsx";
import { cx } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import { setAlwaysAllowed, useAlwaysAllowed } from "./consent.ts";
import styles from "./embed.module.css";
import { LoadedFrame } from "./frame.tsx";
import type { EmbedSource } from "./source.ts";
import { StandIn } from "./stand-in.tsx";

type EmbedProps = {
  source: EmbedSource;
  /** Decorative, drawn by us: fills the place until the frame is asked for. */
  still: ReactNode;
  /** Gives the place its size: the same before and after. */
  className?: string | undefined;
};

/** Whether a frame is loaded: for this visit, or because its company is always allowed. */
function useConsent(provider: string) {
  const always = useAlwaysAllowed(provider);
  const [once, setOnce] = useState(false);
  const [ticked, setTicked] = useState(false);
  const loaded = always || once;
  return {
    loaded,
    /** As the box shows it: before loading it says what loading will remember. */
    remember: loaded ? always : ticked,
    load: () => {
      setOnce(true);
      if (ticked) setAlwaysAllowed(provider, true);
    },
    unload: () => {
      setOnce(false);
      setTicked(false);
      setAlwaysAllowed(provider, false);
    },
    setRemember: (always: boolean) => {
      setTicked(always);
      if (!loaded) return;
      // What is there stays, until it is unloaded.
      setOnce(true);
      setAlwaysAllowed(provider, always);
    },
  };
}

/**
 * A frame of another company's, with nothing of it loaded before the visitor agrees: once, or from now on (kept in
 * this browser, and taken back below the frame).
 */
export function Embed({ source, still, className }: EmbedProps) {
  const { provider, kind, title, link, answers } = source;
  const { loaded, remember, load, unload, setRemember } = useConsent(provider);
  const group = useRef<HTMLDivElement>(null);
  // The button that was pressed goes: the focus stays here.
  const then = (work: () => void) => () => {
    group.current?.focus();
    work();
  };
  return (
    <div ref={group} role="group" aria-label={title} tabIndex={-1} className={styles.embed}>
      <div className={cx(styles.place, className)}>
        {loaded ? (
          <LoadedFrame source={source} still={still} />
        ) : (
          <StandIn source={source} still={still} onLoad={then(load)} />
        )}
      </div>
      <div className={styles.foot}>
        <Checkbox
          label={`Always allow ${provider}`}
          checked={remember}
          onChange={({ target }) => setRemember(target.checked)}
        />
        {loaded ? (
          <div className={styles.after}>
            {!answers && (
              <a href={link.url} target="_blank" rel="noopener noreferrer" className={styles.quiet}>
                {link.label}
                <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
              </a>
            )}
            <button type="button" onClick={then(unload)} className={styles.quiet}>
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
