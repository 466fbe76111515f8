import { useCallback } from "react";
import { useRouter } from "../router/contexts.ts";
import { useLocation } from "../router/hooks.ts";
import { isEntryClosing } from "./closing-entry.ts";

/**
 * Returns a function that tells whether the visitor is still at the rendered location: the router has no newer location
 * and loads no page, and no dialog's history entry is being left. Code that changes the URL after a delay must
 * check this. Without the check, the code would take a visitor who has left the page back to the page.
 */
export function useIsCurrentLocation(): () => boolean {
  const router = useRouter();
  const { key } = useLocation();
  return useCallback(() => {
    const { page, isLoading } = router.current();
    return !isEntryClosing() && !isLoading && page.location.key === key;
  }, [router, key]);
}
