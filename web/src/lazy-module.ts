import { useEffect } from "react";
import type { Store } from "./store.ts";
import { createStore, useStore } from "./store.ts";

/** A module that the first view of a page does not need. */
type Loading<M> = { module?: M; failed: boolean };
export type LazyModule<M> = Store<Loading<M>> & { load: () => void };

const loaders: (() => void)[] = [];

/** Makes a module lazy: `load` imports it. It is loaded when a component needs it, or when the page is idle. */
export function lazyModule<M>(load: () => Promise<M>): LazyModule<M> {
  const store = createStore<Loading<M>>({ initial: { failed: false } });
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    if (store.current().failed) store.set({ failed: false });
    load().then(
      (module) => store.set({ module, failed: false }),
      (error: unknown) => {
        console.error("A part of the page could not be loaded", error);
        isStarted = false;
        store.set({ failed: true });
      },
    );
  };
  loaders.push(start);
  return { ...store, load: start };
}

/** Starts to load all lazy modules. */
export const loadLazyModules = (): void => loaders.forEach((load) => load());

/** The module, once it is loaded. While `isNeeded` becomes true, it is loaded, also again after a failure. */
export function useLazyModule<M>(lazy: LazyModule<M>, isNeeded: boolean) {
  const { module, failed } = useStore(lazy);
  useEffect(() => {
    if (isNeeded) lazy.load();
  }, [isNeeded, lazy]);
  return { module, failed, retry: lazy.load };
}
