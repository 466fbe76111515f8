import { useEffect, useRef, type RefObject } from "react";
import { isFocusLost } from "../focus-orders.ts";

/** Returns the ref of a heading, which gets the focus if a change of `state` has removed the focused element below it. */
export function useHeadingFocus(state: unknown): RefObject<HTMLHeadingElement | null> {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFocusLost()) headingRef.current?.focus();
  }, [state]);
  return headingRef;
}
