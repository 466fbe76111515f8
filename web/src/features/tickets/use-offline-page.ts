import { useEffect } from "react";

/** Caches the page's files on the device if `isNeeded`, so that the page opens offline (web/ticket/worker.ts). */
export function useOfflinePage(isNeeded: boolean): void {
  useEffect(() => {
    // The development server has no list of files for the worker.
    if (!isNeeded || !("serviceWorker" in navigator) || import.meta.env.DEV) return;
    navigator.serviceWorker
      .register("/ticket-worker.js", { scope: "/ticket", updateViaCache: "none" })
      .catch((error: unknown) => console.info("The page cannot be kept for use without a network", error));
  }, [isNeeded]);
}
