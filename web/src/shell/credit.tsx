import { useRef, useState } from "react";
import { brand } from "../../../shared/site/brand.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./credit.module.css";
import type { AnimationTriggers } from "./footer-animation/footer-animation.tsx";
import { useScramble } from "./scramble.ts";

/** 'Powered By …'. The label scrambles every 15 s; hovering over it starts the footer's animation. */
export function Credit({ triggers }: { triggers: AnimationTriggers }) {
  const { label, url } = brand.credit;
  const link = useRef<HTMLAnchorElement>(null);
  const [hovered, setHovered] = useState(false);
  const shown = useScramble(label, hovered, link);
  const hover = (next: boolean, trigger: () => void) => () => {
    setHovered(next);
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
        onPointerEnter={hover(true, triggers.onPointerEnter)}
        onPointerLeave={hover(false, triggers.onPointerLeave)}
        onFocus={hover(true, triggers.onFocus)}
        onBlur={hover(false, triggers.onBlur)}
        onClick={triggers.onClick}
        className={styles.link}
      >
        <VisuallyHidden>{label} (opens in a new tab)</VisuallyHidden>
        {/* The real label reserves the space; the scrambled one lies over it. */}
        <span aria-hidden="true" className={styles.label}>
          <span className={styles.place}>{label}</span>
          <span className={styles.shown}>{shown}</span>
        </span>
      </a>
    </p>
  );
}
