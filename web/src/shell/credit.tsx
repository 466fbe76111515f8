import { useRef, useState } from "react";
import { brand } from "../../../shared/site/brand.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./credit.module.css";
import type { PourTriggers } from "./pour/use-pour.ts";
import { useScramble } from "./use-scramble.ts";

/** What the shop runs on. Its label scrambles now and then; resting on it pours a glass. */
export function Credit({ triggers }: { triggers: PourTriggers }) {
  const { label, url } = brand.credit;
  const link = useRef<HTMLAnchorElement>(null);
  const [held, setHeld] = useState(false);
  const shown = useScramble(label, held, link);
  const hold = (holds: boolean, trigger: () => void) => () => {
    setHeld(holds);
    trigger();
  };
  return (
    <p className={styles.credit}>
      Powered By{" "}
      <a
        ref={link}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onPointerEnter={hold(true, triggers.onPointerEnter)}
        onPointerLeave={hold(false, triggers.onPointerLeave)}
        onFocus={hold(true, triggers.onFocus)}
        onBlur={hold(false, triggers.onBlur)}
        onClick={triggers.onClick}
        className={styles.link}
      >
        <VisuallyHidden>{label} (opens in a new tab)</VisuallyHidden>
        {/* The real label keeps the place; what changes lies over it. */}
        <span aria-hidden="true" className={styles.label}>
          <span className={styles.place}>{label}</span>
          <span className={styles.shown}>{shown}</span>
        </span>
      </a>
    </p>
  );
}
