import { useEffect } from "react";
import type { Location } from "../router/location.ts";
import { useBlocker, useLocation } from "../router/hooks.ts";
import { LeaveDialog } from "./leave-dialog.tsx";

type LeaveGuardProps = {
  /** Whether the page has unsaved input. */
  when: boolean;
  title: string;
  note?: string;
  /** Also asks when only the URL's query changes, for a page whose views are in the query. */
  guardSearch?: boolean;
};

/**
 * Asks before the visitor leaves the page: with our dialog for other pages, with the browser's for closing
 * and reloading.
 */
export function LeaveGuard({ when, title, note, guardSearch = false }: LeaveGuardProps) {
  const locationKey = ({ pathname, search }: Pick<Location, "pathname" | "search">) =>
    guardSearch ? pathname + search : pathname;
  // The router's location updates before the render, so compare with the rendered location.
  const renderedKey = locationKey(useLocation());
  const blockedNavigation = useBlocker(
    (from, to) => when && locationKey(from) === renderedKey && locationKey(to) !== renderedKey,
  );
  useEffect(() => {
    if (!when) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", preventUnload);
    return () => window.removeEventListener("beforeunload", preventUnload);
  }, [when]);
  return (
    <LeaveDialog
      open={blockedNavigation !== undefined}
      title={title}
      note={note}
      onStay={() => blockedNavigation?.stay()}
      onLeave={() => blockedNavigation?.proceed()}
    />
  );
}
