import { useSyncExternalStore } from "react";

const TICK_MS = 30_000;
const subscribe = (onChange: () => void) => {
  const timer = setInterval(onChange, TICK_MS);
  return () => clearInterval(timer);
};
const readNow = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** The time in ms since 1970, rounded down to half a minute. The component renders again every half minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, readNow);
