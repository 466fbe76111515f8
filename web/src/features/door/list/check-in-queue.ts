/**
 * The check-ins that the server has not confirmed. Each is stored before it is sent, and removed after the server's
 * answer, unless it was put into the queue again meanwhile.
 */
import { MAX_CHECK_INS } from "../../../../../shared/api-tickets.ts";
import { splitIntoParts } from "../../../../../shared/split-into-parts.ts";
import type { DoorServer } from "./door-call.ts";
import type { SafeDoorStorage } from "./safe-storage.ts";
import type { QueuedCheckIn } from "./stored-list.ts";

export type CheckInResult = Awaited<ReturnType<DoorServer["checkIn"]>>["results"][number];

type CheckInQueueOptions = {
  storage: SafeDoorStorage;
  shop: Pick<DoorServer, "checkIn">;
  deviceId: string;
  /** The device's clock in ms. */
  now: () => number;
  /** Called before the confirmed check-ins leave the queue. A check-in that `onResults` puts into the queue again stays. */
  onResults: (results: readonly CheckInResult[], productId: string) => void;
  onChange: () => void;
};

/** Splits check-ins into requests: each has one event, one door and at most MAX_CHECK_INS check-ins. */
export function toRequests(queue: readonly QueuedCheckIn[]): QueuedCheckIn[][] {
  const groups = new Map<string, QueuedCheckIn[]>();
  for (const checkIn of queue) {
    const key = JSON.stringify([checkIn.productId, checkIn.door]);
    groups.set(key, [...(groups.get(key) ?? []), checkIn]);
  }
  return [...groups.values()].flatMap((group) => splitIntoParts(group, MAX_CHECK_INS));
}

export function createCheckInQueue({
  storage,
  shop,
  deviceId,
  now,
  onResults,
  onChange,
}: CheckInQueueOptions) {
  const queue = new Map<string, QueuedCheckIn>();
  const idsBeingSent = new Set<string>();

  async function put(checkIn: QueuedCheckIn): Promise<void> {
    queue.set(checkIn.id, checkIn);
    onChange();
    await storage.putCheckIns([checkIn]);
  }

  async function remove(ids: readonly string[]): Promise<void> {
    ids.forEach((id) => queue.delete(id));
    onChange();
    await storage.removeCheckIns(ids);
  }

  async function send(batch: readonly QueuedCheckIn[], isGuestWaiting: boolean): Promise<void> {
    const [firstCheckIn] = batch;
    if (!firstCheckIn) return;
    batch.forEach(({ id }) => idsBeingSent.add(id));
    try {
      const { results } = await shop.checkIn(
        {
          params: { id: firstCheckIn.productId },
          body: {
            deviceId,
            door: firstCheckIn.door,
            sentAt: new Date(now()).toISOString(),
            checkIns: batch.map(({ productId: _, door: __, isUnknown: ___, ...checkIn }) => checkIn),
          },
        },
        isGuestWaiting,
      );
      onResults(results, firstCheckIn.productId);
      const answeredIds = new Set(results.map(({ id }) => id));
      // A check-in that was undone or put again during the request is another object in the queue, and is sent again.
      const confirmedCheckIns = batch.filter(
        (checkIn) => answeredIds.has(checkIn.id) && queue.get(checkIn.id) === checkIn,
      );
      await remove(confirmedCheckIns.map(({ id }) => id));
    } finally {
      batch.forEach(({ id }) => idsBeingSent.delete(id));
    }
  }

  async function sendAll(): Promise<void> {
    const errors: unknown[] = [];
    const unsentCheckIns = [...queue.values()].filter(({ id }) => !idsBeingSent.has(id));
    for (const batch of toRequests(unsentCheckIns))
      // A batch that fails must not stop the others.
      await send(batch, false).catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }

  let runningSendAll: Promise<void> | undefined;
  return {
    put,
    remove,
    get: (id: string): QueuedCheckIn | undefined => queue.get(id),
    all: (): QueuedCheckIn[] => [...queue.values()],
    /**
     * Restores the stored queue. The guests are in already, so all check-ins count as offline: the server stores an offline
     * check-in even if the ticket is used or void.
     */
    restore(storedQueue: readonly QueuedCheckIn[]): void {
      for (const checkIn of storedQueue) queue.set(checkIn.id, { ...checkIn, isOffline: true });
      onChange();
    },
    /** Sends one check-in while a guest waits. Throws if the call fails; the check-in is then sent later, as offline. */
    async confirm(checkIn: QueuedCheckIn): Promise<void> {
      try {
        await send([checkIn], true);
      } catch (error) {
        const unconfirmedCheckIn = queue.get(checkIn.id);
        if (unconfirmedCheckIn) await put({ ...unconfirmedCheckIn, isOffline: true });
        throw error;
      }
    },
    /**
     * Sends all check-ins, except one that `confirm` is sending. A second call during the first call waits for the first. Throws
     * the first error; check-ins without an answer stay queued.
     */
    sendAll: (): Promise<void> => (runningSendAll ??= sendAll().finally(() => (runningSendAll = undefined))),
  };
}
