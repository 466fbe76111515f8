import { useEffect } from "react";
import type { Door } from "./list/door.ts";

const REFRESH_INTERVAL_MS = 10_000;

/**
 * While `isOn` and the page is visible, refreshes the list and sends the queued check-ins: at once, every 10 s, when the network
 * goes or comes back, and when the page is shown again.
 */
export function useRefresh(door: Door, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const refresh = () => {
      if (document.visibilityState === "visible") void door.refresh();
    };
    refresh();
    const timer = setInterval(refresh, REFRESH_INTERVAL_MS);
    window.addEventListener("online", refresh);
    window.addEventListener("offline", refresh);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", refresh);
      window.removeEventListener("offline", refresh);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [door, isOn]);
}
