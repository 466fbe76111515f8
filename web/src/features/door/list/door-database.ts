/**
 * The list and the queue in IndexedDB. Three stores with a handful of calls need no library: promises around requests and
 * transactions are all that this file adds.
 */
import { adminStorage } from "../../../../../shared/admin-storage.ts";
import { Stored, type DoorStorage } from "./stored-list.ts";
import * as z from "zod/mini";

const VERSION = 1;
const STORES = ["list", "tickets", "queue"] as const;
type StoreName = (typeof STORES)[number];
const LIST_KEY = "list";

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
  });

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(adminStorage.doorList, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("list");
    request.result.createObjectStore("tickets", { keyPath: "ticketId" });
    request.result.createObjectStore("queue", { keyPath: "id" });
  };
  return resultOf(request);
}

export function openDoorDatabase(): DoorStorage {
  let opening: Promise<IDBDatabase> | undefined;
  const database = () => (opening ??= open());

  /** Resolves when the transaction of `work` is complete. */
  async function write(
    names: readonly StoreName[],
    work: (store: (name: StoreName) => IDBObjectStore) => void,
  ) {
    const transaction = (await database()).transaction(names, "readwrite");
    work((name) => transaction.objectStore(name));
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(transaction.error ?? new Error("IndexedDB failed"));
      transaction.oncomplete = () => resolve();
      transaction.onerror = fail;
      transaction.onabort = fail;
    });
  }

  return {
    load: async () => {
      const transaction = (await database()).transaction(STORES);
      const [list, tickets, queue] = await Promise.all([
        resultOf<unknown>(transaction.objectStore("list").get(LIST_KEY)),
        resultOf<unknown[]>(transaction.objectStore("tickets").getAll()),
        resultOf<unknown[]>(transaction.objectStore("queue").getAll()),
      ]);
      const stored = z.safeParse(Stored, { list, tickets, queue });
      if (stored.success) return stored.data;
      // An older version of the page stored another format. The list is loaded again; the queue is only here, so keep it if it is valid.
      const kept = z.safeParse(Stored.shape.queue, queue);
      return { tickets: [], queue: kept.success ? kept.data : [] };
    },
    putList: (list) => write(["list"], (store) => void store("list").put(list, LIST_KEY)),
    putTickets: (tickets) =>
      write(["tickets"], (store) => tickets.forEach((ticket) => store("tickets").put(ticket))),
    putCheckIns: (checkIns) =>
      write(["queue"], (store) => checkIns.forEach((checkIn) => store("queue").put(checkIn))),
    removeCheckIns: (ids) => write(["queue"], (store) => ids.forEach((id) => store("queue").delete(id))),
    clearList: () =>
      write(["list", "tickets"], (store) => {
        store("list").clear();
        store("tickets").clear();
      }),
  };
}
