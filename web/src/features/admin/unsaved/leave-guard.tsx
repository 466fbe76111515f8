import { useEffect } from "react";
import { useBlocker, useLocation } from "react-router-dom";
import { LeaveDialog } from "./leave-dialog.tsx";
import { unsavedWork } from "./unsaved-work.ts";

/** Asks before a form with something typed in it is left: inside the site by our own words, else by the browser's. */
export function LeaveGuard({ when }: { when: boolean }) {
  // The router is ahead of what is shown: whoever has left, and goes back at once, is asked nothing.
  const { pathname, search } = useLocation();
  const shown = pathname + search;
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      when && from.pathname + from.search === shown && to.pathname + to.search !== shown,
  );
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    unsavedWork.set(true);
    return () => {
      window.removeEventListener("beforeunload", ask);
      unsavedWork.set(false);
    };
  }, [when]);
  return (
    <LeaveDialog
      open={blocker.state === "blocked"}
      onStay={() => blocker.state === "blocked" && blocker.reset()}
      onLeave={() => blocker.state === "blocked" && blocker.proceed()}
    />
  );
}
