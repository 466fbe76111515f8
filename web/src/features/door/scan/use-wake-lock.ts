import { useEffect } from "react";

/** Keeps the screen on. The browser gives the lock back when the page is hidden, so it is taken again afterwards. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let hasLeft = false;
    const take = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      lock = await navigator.wakeLock.request("screen");
      if (hasLeft) await lock.release();
    };
    // Refused, for example, when the battery is low. Scanning works without it.
    const tryTake = () => void take().catch(() => undefined);
    tryTake();
    document.addEventListener("visibilitychange", tryTake);
    return () => {
      hasLeft = true;
      document.removeEventListener("visibilitychange", tryTake);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
