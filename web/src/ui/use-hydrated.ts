import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False while finished HTML is taken over, which knows nothing of this browser or its address; then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
