import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from "react-router-dom";
import { isEntryClosing } from "./closing-entry.ts";

/**
 * Returns a function that tells whether the rendered location is still the router's location, which changes
 * before the render, and no dialog's history entry is being left. Code that changes the URL after a delay must
 * check this. Otherwise it would take a visitor who has left the page back to it.
 */
export function useIsCurrentLocation(): () => boolean {
  const router = useContext(DataRouterContext)?.router;
  const { key } = useLocation();
  return useCallback(
    () => !isEntryClosing() && router?.state.navigation.state === "idle" && router.state.location.key === key,
    [router, key],
  );
}
