import { useEffect } from "react";
import type { Location } from "react-router-dom";
import { useBlocker, useLocation } from "react-router-dom";
import { LeaveDialog } from "./leave-dialog.tsx";

type LeaveGuardProps = {
  /** Whether something would be lost. */
  when: boolean;
  title: string;
  note?: string;
  /** Also asks when only the URL's search part changes, for a page that keeps its views there. */
  guardSearch?: boolean;
};

/** Asks before the page is left: with our own dialog inside the site, with the browser's when the tab closes or reloads. */
export function LeaveGuard({ when, title, note, guardSearch = false }: LeaveGuardProps) {
  const addressOf = ({ pathname, search }: Pick<Location, "pathname" | "search">) =>
    guardSearch ? pathname + search : pathname;
  // The router's location updates before the render: compare with the one that is rendered.
  const rendered = addressOf(useLocation());
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      when && addressOf(from) === rendered && addressOf(to) !== rendered,
  );
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [when]);
  return (
    <LeaveDialog
      open={blocker.state === "blocked"}
      title={title}
      note={note}
      onStay={() => blocker.state === "blocked" && blocker.reset()}
      onLeave={() => blocker.state === "blocked" && blocker.proceed()}
    />
  );
}
