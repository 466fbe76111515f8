import * as z from "zod/mini";

/** Where storage is forbidden or full, values live for as long as the page does. */
const memory = new Map<string, string>();

export type Stored<T> = { read: () => T | undefined; write: (value: T) => void; clear: () => void };

/** Does `work` on a storage area; undefined where the browser forbids it. */
function attempt<R>(area: () => Storage, work: (storage: Storage) => R): R | undefined {
  try {
    return work(area());
  } catch {
    return undefined;
  }
}

/** One value in the browser's storage, checked whenever it is read: what does not fit the schema is not there. */
export function stored<S extends z.ZodMiniType>(
  key: string,
  schema: S,
  area: () => Storage,
): Stored<z.output<S>> {
  return {
    read: () => {
      const text = memory.get(key) ?? attempt(area, (storage) => storage.getItem(key));
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
      const kept = attempt(area, (storage) => {
        storage.setItem(key, text);
        return true;
      });
      if (kept) memory.delete(key);
      else memory.set(key, text);
    },
    clear: () => {
      memory.delete(key);
      attempt(area, (storage) => storage.removeItem(key));
    },
  };
}
