import { useEffect } from "react";

/** Keeps the screen on while `isNeeded`. Browsers without the API, and phones that save power, turn it off as usual. */
export function useWakeLock(isNeeded = true): void {
  useEffect(() => {
    if (!isNeeded || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const request = () => {
      if (document.visibilityState !== "visible") return;
      navigator.wakeLock.request("screen").then(
        (acquired) => {
          if (isOver) void acquired.release();
          else lock = acquired;
        },
        () => undefined,
      );
    };
    request();
    // The browser releases the lock when the page is hidden.
    document.addEventListener("visibilitychange", request);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", request);
      lock?.release().catch(() => undefined);
    };
  }, [isNeeded]);
}
