import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from "react-router-dom";

/**
 * Asks the router whether it still stands where this page is shown: it is ahead while a page's code is on its way and
 * while React draws. Whoever writes the address later than the visitor's own doing must ask first, or takes a visitor
 * back who has already left.
 */
export function useStillHere(): () => boolean {
  const router = useContext(DataRouterContext)?.router;
  const { key } = useLocation();
  return useCallback(
    () => router?.state.navigation.state === "idle" && router.state.location.key === key,
    [router, key],
  );
}
