import { useSyncExternalStore } from "react";

type StoreOptions<T> = {
  /** The value in prerendered HTML and while React hydrates it. */
  initial: T;
  /** Reads a value that lives elsewhere (browser storage, a media query). While nothing changed it must return `previous`. */
  read?: (previous: T) => T;
  /** Runs with the first subscriber; what it returns runs after the last one has left. */
  connect?: (changed: () => void) => () => void;
};

/** A value outside React that components and other code can watch. */
export type Store<T> = {
  current: () => T;
  initial: () => T;
  set: (next: T) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createStore<T>({ initial, read, connect }: StoreOptions<T>): Store<T> {
  let value = initial;
  let disconnect: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  return {
    current: () => {
      if (read) value = read(value);
      return value;
    },
    initial: () => initial,
    set: (next) => {
      value = next;
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      if (listeners.size === 1) disconnect = connect?.(notify);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) disconnect?.();
      };
    },
  };
}

const subscribeToNothing = () => () => undefined;

/** The store's value, with a new render when it changes; without renders while not `live`. */
export const useStore = <T>(store: Store<T>, live = true): T =>
  useSyncExternalStore(live ? store.subscribe : subscribeToNothing, store.current, store.initial);
