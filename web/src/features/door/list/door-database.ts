/** The door's list of tickets and queue of check-ins, in IndexedDB. For three stores and a few calls, a library is not needed. */
import { adminStorage } from "../../../../../shared/admin-storage.ts";
import { StoredDoorData, type DoorStorage } from "./stored-list.ts";
import * as z from "zod/mini";

const DATABASE_VERSION = 1;
const STORES = ["list", "tickets", "queue"] as const;
type StoreName = (typeof STORES)[number];
const LIST_KEY = "list";

const requestResult = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB failed"));
  });

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(adminStorage.doorList, DATABASE_VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("list");
    request.result.createObjectStore("tickets", { keyPath: "ticketId" });
    request.result.createObjectStore("queue", { keyPath: "id" });
  };
  return requestResult(request);
}

export function openDoorDatabase(): DoorStorage {
  let connectionPromise: Promise<IDBDatabase> | undefined;
  const forgetConnection = () => (connectionPromise = undefined);

  async function connect(): Promise<IDBDatabase> {
    connectionPromise ??= openDatabase();
    const connection = await connectionPromise.catch((error: unknown) => {
      forgetConnection();
      throw error;
    });
    connection.onclose = forgetConnection;
    return connection;
  }

  /** iOS closes a background page's database without an event. Then the transaction gets a new connection. */
  async function beginTransaction(
    names: readonly StoreName[],
    mode: IDBTransactionMode,
  ): Promise<IDBTransaction> {
    try {
      return (await connect()).transaction(names, mode);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
      forgetConnection();
      return (await connect()).transaction(names, mode);
    }
  }

  /** Resolves when the transaction of `work` is complete. */
  async function write(
    names: readonly StoreName[],
    work: (store: (name: StoreName) => IDBObjectStore) => void,
  ) {
    const transaction = await beginTransaction(names, "readwrite");
    work((name) => transaction.objectStore(name));
    await new Promise<void>((resolve, reject) => {
      const fail = () => {
        // iOS may have lost the connection, so the next call opens a new connection.
        forgetConnection();
        reject(transaction.error ?? new Error("IndexedDB failed"));
      };
      transaction.oncomplete = () => resolve();
      transaction.onerror = fail;
      transaction.onabort = fail;
    });
  }

  return {
    load: async () => {
      const transaction = await beginTransaction(STORES, "readonly");
      const [list, tickets, queue] = await Promise.all([
        requestResult<unknown>(transaction.objectStore("list").get(LIST_KEY)),
        requestResult<unknown[]>(transaction.objectStore("tickets").getAll()),
        requestResult<unknown[]>(transaction.objectStore("queue").getAll()),
      ]);
      const storedData = z.safeParse(StoredDoorData, { list, tickets, queue });
      if (storedData.success) return storedData.data;
      // Another version of the page stored another format. The list can be loaded again. A valid queue is
      // kept, because it exists only on this device.
      const storedQueue = z.safeParse(StoredDoorData.shape.queue, queue);
      return { tickets: [], queue: storedQueue.success ? storedQueue.data : [] };
    },
    putList: (list) => write(["list"], (store) => void store("list").put(list, LIST_KEY)),
    putTickets: (tickets, productId) =>
      write(["tickets"], (store) =>
        tickets.forEach((ticket) => store("tickets").put({ ...ticket, productId })),
      ),
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
