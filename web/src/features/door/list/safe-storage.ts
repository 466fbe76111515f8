import type { DoorStorage } from "./stored-list.ts";

/** Each write resolves to whether the change is stored. */
export type SafeDoorStorage = Pick<DoorStorage, "load"> & {
  [W in Exclude<keyof DoorStorage, "load">]: (...args: Parameters<DoorStorage[W]>) => Promise<boolean>;
};

/**
 * A write that takes longer counts as failed, because the guest, or the next refresh, waits for it. WebKit blocks a write for up
 * to half an hour while the phone has suspended another window with the same database:
 * https://github.com/WebKit/WebKit/pull/67039
 */
const CHECK_IN_WRITE_TIMEOUT_MS = 3_000;
/** For lists, because an old phone needs seconds for thousands of tickets. */
const LIST_WRITE_TIMEOUT_MS = 30_000;

/** Resolves when `write` does. Throws its error, or another error after `timeoutMs`. */
async function endInTime(write: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The write takes too long")), timeoutMs);
  });
  try {
    await Promise.race([write, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A storage whose writes never reject, because callers would take the error of a full disk for a missing network.
 * `onFailure` is called after each write that failed.
 */
export function createSafeStorage(storage: DoorStorage, onFailure: () => void): SafeDoorStorage {
  const withoutRejection =
    <A extends unknown[]>(write: (...args: A) => Promise<void>, timeoutMs = LIST_WRITE_TIMEOUT_MS) =>
    async (...args: A): Promise<boolean> => {
      try {
        await endInTime(write(...args), timeoutMs);
        return true;
      } catch (error) {
        console.error("The device could not store its list", error);
        onFailure();
        return false;
      }
    };
  return {
    load: storage.load,
    putList: withoutRejection(storage.putList),
    putTickets: withoutRejection(storage.putTickets),
    putCheckIns: withoutRejection(storage.putCheckIns, CHECK_IN_WRITE_TIMEOUT_MS),
    removeCheckIns: withoutRejection(storage.removeCheckIns, CHECK_IN_WRITE_TIMEOUT_MS),
    clearList: withoutRejection(storage.clearList),
  };
}
