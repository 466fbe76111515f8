import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { cx } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
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

/**
 * A frame of another company's, with nothing of it loaded before the visitor agrees: once, or from now on (kept in
 * this browser, and taken back below the frame).
 */
export function Embed({ source, still, className }: EmbedProps) {
  const { provider, kind, title, src } = source;
  const always = useAlwaysAllowed(provider);
  const [once, setOnce] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const loaded = always || once;

  const set = (load: boolean, remember: boolean) => {
    // The button that was pressed goes: the focus stays here.
    group.current?.focus();
    setOnce(load);
    if (remember || !load) setAlwaysAllowed(provider, remember);
  };
  return (
    <div ref={group} role="group" aria-label={title} tabIndex={-1} className={styles.embed}>
      <div className={cx(styles.place, className)}>
        {loaded ? (
          <LoadedFrame source={source} />
        ) : (
          <StandIn source={source} still={still} onLoad={(remember) => set(true, remember)} />
        )}
      </div>
      <div className={styles.note}>
        <Icon name={loaded ? "info" : "lock"} size={16} />
        <p>
          {loaded
            ? `From ${new URL(src).host}`
            : `Nothing comes from ${provider} before you press the button.`}
        </p>
        {loaded && (
          <button type="button" onClick={() => set(false, false)} className={styles.unload}>
            {always ? `Stop allowing ${provider}` : `Unload ${kind}`}
          </button>
        )}
      </div>
    </div>
  );
}
