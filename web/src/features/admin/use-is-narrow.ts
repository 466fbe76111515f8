import { useSyncExternalStore } from "react";

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
