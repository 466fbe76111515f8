import { useEffect, useState } from "react";
import { DOOR_PATH } from "../../../../shared/tickets/door-path.ts";

/** The path of the service worker, which the build writes (web/door/build.ts). */
const WORKER_PATH = "/door-worker.js";

async function registerWorker(): Promise<boolean> {
  // The development server has no list of files for the worker.
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return false;
  await navigator.serviceWorker.register(WORKER_PATH, { scope: DOOR_PATH, updateViaCache: "none" });
  // Active means installed: all files of the page are in the cache.
  await navigator.serviceWorker.ready;
  return true;
}

export type OfflineSupport = "preparing" | "ready" | "missing";

/** Whether the page opens offline. */
export function useOfflineSupport(): OfflineSupport {
  const [offlineSupport, setOfflineSupport] = useState<OfflineSupport>("preparing");
  useEffect(() => {
    registerWorker().then(
      (isReady) => setOfflineSupport(isReady ? "ready" : "missing"),
      (error: unknown) => {
        console.warn("The page cannot be kept for use without a network", error);
        setOfflineSupport("missing");
      },
    );
  }, []);
  return offlineSupport;
}
