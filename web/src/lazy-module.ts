import { useEffect } from "react";
import type { Store } from "./store.ts";
import { createStore, useStore } from "./store.ts";

type LoadState<M> = { module?: M; failed: boolean };

/** A module that the first view of a page does not need. */
export type LazyModule<M> = Store<LoadState<M>> & {
  /** Loads the module for a component, also again after a failure. */
  request: () => void;
  /** Loads the module for an event handler. Rejects if it cannot be loaded. */
  load: () => Promise<M>;
  /** Loads the module before the first render, so that this render can use it. */
  preload: () => Promise<void>;
  /** Forgets a failure. Called when a component no longer needs the module. */
  release: () => void;
};

/** After this many failures, only `request` and `load` load the module again. Limits the requests of a page whose server fails. */
const MAX_FAILURES = 5;

/** When the connection is back, requests may still fail for a moment. After this time, missing modules are requested again. */
const SETTLING_MS = 3000;

const loaders: (() => void)[] = [];
let isPageIdle = false;

/**
 * Makes a module lazy: it is loaded with `importModule` at its first use, or when the page is idle. After a failure it is loaded
 * again at its next use, when the connection is back, or when the page becomes visible.
 */
export function lazyModule<M>(importModule: () => Promise<M>): LazyModule<M> {
  const store = createStore<LoadState<M>>({ initial: { failed: false } });
  let modulePromise: Promise<M> | undefined;
  let isNeeded = false;
  let failureCount = 0;
  const loadOnce = () =>
    (modulePromise ??= importModule().then(
      (module) => {
        store.set({ module, failed: false });
        return module;
      },
      (error: unknown) => {
        console.error("A part of the page could not be loaded", error);
        modulePromise = undefined;
        failureCount++;
        // A failure while the page is idle is not shown, because no component needs the module yet.
        store.set({ failed: isNeeded });
        throw error;
      },
    ));
  const startLoading = () => void loadOnce().catch(() => undefined);
  loaders.push(() => {
    if (failureCount < MAX_FAILURES) startLoading();
  });
  if (isPageIdle) startLoading();
  return {
    ...store,
    load: loadOnce,
    preload: async () => store.seed({ module: await loadOnce(), failed: false }),
    request: () => {
      isNeeded = true;
      if (store.current().failed) store.set({ failed: false });
      startLoading();
    },
    release: () => {
      isNeeded = false;
      if (store.current().failed) store.set({ failed: false });
    },
  };
}

/**
 * Starts to load all lazy modules, and from then on each new one at once. When the connection is back, or the page becomes
 * visible, loads the modules that are still missing.
 */
export function loadLazyModules(): void {
  isPageIdle = true;
  const loadMissing = () => loaders.forEach((load) => load());
  loadMissing();
  const onReturn = () => {
    if (navigator.onLine && !document.hidden) loadMissing();
  };
  window.addEventListener("online", () => {
    onReturn();
    setTimeout(onReturn, SETTLING_MS);
  });
  document.addEventListener("visibilitychange", onReturn);
}

/**
 * The module; undefined until it is loaded. Starts to load the module when `isNeeded` becomes true. `failed`:
 * whether the module could not be loaded; `retry` tries again.
 */
export function useLazyModule<M>(lazy: LazyModule<M>, isNeeded: boolean) {
  const { module, failed } = useStore(lazy);
  useEffect(() => {
    if (!isNeeded) return;
    lazy.request();
    return lazy.release;
  }, [isNeeded, lazy]);
  return { module, failed, retry: lazy.request };
}
