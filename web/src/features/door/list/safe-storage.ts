import type { DoorStorage } from "./stored-list.ts";

/**
 * A storage whose writes never reject, because callers would take the error of a full disk for a missing network.
 * `onFailure` is called after each write that failed.
 */
export function createSafeStorage(storage: DoorStorage, onFailure: () => void): DoorStorage {
  const withoutRejection =
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
    putList: withoutRejection(storage.putList),
    putTickets: withoutRejection(storage.putTickets),
    putCheckIns: withoutRejection(storage.putCheckIns),
    removeCheckIns: withoutRejection(storage.removeCheckIns),
    clearList: withoutRejection(storage.clearList),
  };
}
