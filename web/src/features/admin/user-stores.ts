import type { Store } from "../../store.ts";
import { createStore } from "../../store.ts";

const stores: { clear: () => void }[] = [];

/** Creates a store whose value only the signed-in user may see. `clearUserStores` sets the value to `initial` again. */
export function createUserStore<T>(initial: T): Store<T> {
  const store = createStore({ initial });
  stores.push({ clear: () => store.set(initial) });
  return store;
}

/** Clears all stores of `createUserStore`, when another user signs in or the user signs out. */
export const clearUserStores = (): void => stores.forEach(({ clear }) => clear());
