import { useEffect, useRef, type RefObject } from "react";
import { isFocusLost } from "./is-focus-lost.ts";

/**
 * Returns the ref of a heading. The heading gets the focus when it appears and when `state` changes, but only if no element has
 * the focus, such as after the change has removed the focused element.
 */
export function useHeadingFocus(state: unknown): RefObject<HTMLHeadingElement | null> {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocusLost()) headingRef.current?.focus();
  }, [state]);
  return headingRef;
}
