import { useEffect } from "react";

/**
 * Keeps the screen on while `isNeeded`. Browsers without the API, and phones that save power, turn the screen
 * off as usual.
 */
export function useWakeLock(isNeeded = true): void {
  useEffect(() => {
    if (!isNeeded || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let hasEnded = false;
    const request = () => {
      if (document.visibilityState !== "visible") return;
      navigator.wakeLock.request("screen").then(
        (newLock) => {
          if (hasEnded) void newLock.release();
          else lock = newLock;
        },
        () => undefined,
      );
    };
    request();
    // The browser releases the lock when the page is hidden, so the page asks again when it is visible.
    document.addEventListener("visibilitychange", request);
    return () => {
      hasEnded = true;
      document.removeEventListener("visibilitychange", request);
      lock?.release().catch(() => undefined);
    };
  }, [isNeeded]);
}
