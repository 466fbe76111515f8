import type { ReactNode } from "react";
import { useEffect, useEffectEvent, useRef } from "react";
import styles from "./heading.module.css";

type HeadingProps = {
  children: ReactNode;
  id?: string;
  /** What stood here before is gone, and the focus with it: the heading takes it. */
  takesFocus?: boolean;
};

/** The heading of what a tab shows. */
export function Heading({ children, id, takesFocus = false }: HeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  const appear = useEffectEvent(() => {
    if (!takesFocus) return;
    ref.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  });
  useEffect(() => appear(), []);
  return (
    <h2 ref={ref} id={id} tabIndex={-1} className={styles.heading}>
      {children}
    </h2>
  );
}
