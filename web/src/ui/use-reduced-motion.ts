import { useSyncExternalStore } from "react";

const QUERY = "(prefers-reduced-motion: reduce)";

/** Whether the visitor asked for less motion, right now. */
export const prefersReducedMotion = (): boolean => window.matchMedia(QUERY).matches;

const subscribe = (changed: () => void) => {
  const media = window.matchMedia(QUERY);
  media.addEventListener("change", changed);
  return () => media.removeEventListener("change", changed);
};

/** `prefersReducedMotion`, kept up to date; false on the server. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(subscribe, prefersReducedMotion, () => false);
