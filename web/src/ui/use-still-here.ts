import { useCallback, useContext } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from "react-router-dom";

/**
 * A function that returns whether the visitor is still at the location that is rendered. The router's location changes
 * before the render. Code that changes the address after a delay must ask first: otherwise it would bring back a visitor
 * who has already left.
 */
export function useStillHere(): () => boolean {
  const router = useContext(DataRouterContext)?.router;
  const { key } = useLocation();
  return useCallback(
    () => router?.state.navigation.state === "idle" && router.state.location.key === key,
    [router, key],
  );
}
