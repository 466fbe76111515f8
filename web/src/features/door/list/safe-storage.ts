import type { DoorStorage } from "./stored-list.ts";

/**
 * A storage whose writes never reject, so that callers do not take a full disk for a missing network. `onFailure` is
 * called after each write that failed.
 */
export function createSafeStorage(storage: DoorStorage, onFailure: () => void): DoorStorage {
  const safely =
    <A extends unknown[]>(write: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      try {
        await write(...args);
      } catch (error) {
        console.error("The device could not store its list", error);
        onFailure();
      }
    };
  return {
    load: storage.load,
    putList: safely(storage.putList),
    putTickets: safely(storage.putTickets),
    putCheckIns: safely(storage.putCheckIns),
    removeCheckIns: safely(storage.removeCheckIns),
    clearList: safely(storage.clearList),
  };
}
