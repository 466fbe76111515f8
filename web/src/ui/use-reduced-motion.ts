import { createStore, useStore } from "../store.ts";

const QUERY = "(prefers-reduced-motion: reduce)";

export const prefersReducedMotion = (): boolean => window.matchMedia(QUERY).matches;

const reducedMotionStore = createStore({
  initial: false,
  read: prefersReducedMotion,
  connect: (onChange) => {
    const media = window.matchMedia(QUERY);
    media.addEventListener("change", onChange);
    return () => media.removeEventListener("change", onChange);
  },
});

/** `prefersReducedMotion`, kept up to date; false in prerendered HTML. */
export const useReducedMotion = (): boolean => useStore(reducedMotionStore);
