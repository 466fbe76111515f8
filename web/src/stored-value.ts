import * as z from "zod/mini";

/** Values that could not be stored, because storage is forbidden or full. They last as long as the page. */
const memory = new Map<string, string>();

export type StoredValue<T> = { read: () => T | undefined; write: (value: T) => void; clear: () => void };

/** The result of `work` on the storage; undefined if the browser forbids storage or the storage is full. */
export function tryStorage<R>(getStorage: () => Storage, work: (storage: Storage) => R): R | undefined {
  try {
    return work(getStorage());
  } catch {
    return undefined;
  }
}

/** One JSON value in the browser's storage. `read` returns undefined if the value does not match `schema`. */
export function storedValue<S extends z.ZodMiniType>(
  key: string,
  schema: S,
  getStorage: () => Storage,
): StoredValue<z.output<S>> {
  return {
    read: () => {
      const text = memory.get(key) ?? tryStorage(getStorage, (storage) => storage.getItem(key));
      if (!text) return undefined;
      try {
        const parsed = z.safeParse(schema, JSON.parse(text));
        return parsed.success ? parsed.data : undefined;
      } catch {
        return undefined;
      }
    },
    write: (value) => {
      const text = JSON.stringify(value);
      const isWritten = tryStorage(getStorage, (storage) => {
        storage.setItem(key, text);
        return true;
      });
      if (isWritten) memory.delete(key);
      else memory.set(key, text);
    },
    clear: () => {
      memory.delete(key);
      tryStorage(getStorage, (storage) => storage.removeItem(key));
    },
  };
}
