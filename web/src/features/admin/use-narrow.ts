import { useSyncExternalStore } from "react";

const QUERY = "(width <= 768px)";

const subscribe = (changed: () => void) => {
  const media = window.matchMedia(QUERY);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
};

/** Whether the window counts as a phone's. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(QUERY).matches,
    () => false,
  );
