import { useRef, useState } from "react";
import { brand } from "../../../shared/site/brand.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./credit.module.css";
import type { AnimationTriggers } from "./footer-animation/footer-animation.tsx";
import { useScramble } from "./use-scramble.ts";

/**
 * 'Powered By …'. Every 15 s the letters of the label are scrambled, but not during hover or focus. Hover, focus or a click
 * starts the footer's animation.
 */
export function Credit({ triggers }: { triggers: AnimationTriggers }) {
  const { label, url } = brand.credit;
  const link = useRef<HTMLAnchorElement>(null);
  const [isScramblePaused, setScramblePaused] = useState(false);
  const shownLabel = useScramble(label, isScramblePaused, link);
  const pauseHandler = (isPaused: boolean, trigger: () => void) => () => {
    setScramblePaused(isPaused);
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
        onPointerEnter={pauseHandler(true, triggers.onPointerEnter)}
        onPointerLeave={pauseHandler(false, triggers.onPointerLeave)}
        onFocus={pauseHandler(true, triggers.onFocus)}
        onBlur={pauseHandler(false, triggers.onBlur)}
        onClick={triggers.onClick}
        className={styles.link}
      >
        <VisuallyHidden>{label} (opens in a new tab)</VisuallyHidden>
        {/* The invisible real label reserves the space of the scrambled label. */}
        <span aria-hidden="true" className={styles.label}>
          <span className={styles.reservedSpace}>{label}</span>
          <span className={styles.shown}>{shownLabel}</span>
        </span>
      </a>
    </p>
  );
}
