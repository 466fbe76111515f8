import { useSyncExternalStore } from "react";

const DEFAULT_TEXT_SIZE_PX = 16;

/**
 * Whether the window has at most this width. If the browser's settings make text larger, the limit grows by the same factor,
 * because a layout then needs more width.
 */
export function useIsNarrow(maxWidthPx: number): boolean {
  const query = `(width <= ${maxWidthPx / DEFAULT_TEXT_SIZE_PX}em)`;
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
