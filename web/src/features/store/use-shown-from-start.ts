import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/**
 * Put on what is filtered: when `filter` changes while the start of it is scrolled out of sight, it is brought back, so that
 * what was found is in view.
 */
export function useShownFromStart(filter: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(filter);
  useEffect(() => {
    if (before.current === filter) return;
    before.current = filter;
    const element = ref.current;
    if (element && element.getBoundingClientRect().top < 0)
      element.scrollIntoView({ block: "start", behavior: "instant" });
  }, [filter]);
  return ref;
}
