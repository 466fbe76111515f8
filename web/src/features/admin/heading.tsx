import type { ReactNode } from "react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useIsTraversal } from "../../router/hooks.ts";
import styles from "./heading.module.css";

type HeadingProps = {
  children: ReactNode;
  id?: string;
  /** Focuses the heading when it appears, because the element that had the focus is gone. */
  takesFocus?: boolean;
};

/** The heading of a tab's view. */
export function Heading({ children, id, takesFocus = false }: HeadingProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  const isTraversal = useIsTraversal();
  const onAppear = useEffectEvent(() => {
    if (!takesFocus) return;
    ref.current?.focus({ preventScroll: true });
    // After Back or Forward, the page returns to its earlier scroll position.
    if (!isTraversal) window.scrollTo({ top: 0 });
  });
  useEffect(() => onAppear(), []);
  return (
    <h2 ref={ref} id={id} tabIndex={-1} className={styles.heading}>
      {children}
    </h2>
  );
}
