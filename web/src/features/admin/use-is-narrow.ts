import { useSyncExternalStore } from "react";

/** Whether the window is at most `maxWidthPx` wide. */
export function useIsNarrow(maxWidthPx: number): boolean {
  const query = `(width <= ${maxWidthPx}px)`;
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
