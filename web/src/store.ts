import { useSyncExternalStore } from "react";

type StoreOptions<T> = {
  /** The value in a page's HTML, and while React hydrates that HTML. `seed` replaces this value. */
  initial: T;
  /**
   * Reads a value outside the store, such as browser storage. Must return `previous` while nothing has
   * changed.
   */
  read?: (previous: T) => T;
  /** Runs when the first subscriber comes. The returned function runs when the last subscriber leaves. */
  connect?: (onChange: () => void) => () => void;
};

/** A value outside React that components and other code can watch. */
export type Store<T> = {
  current: () => T;
  initial: () => T;
  set: (newValue: T) => void;
  /** Sets the value before the first render. The server and the browser must set the same value, or React cannot hydrate. */
  seed: (initialValue: T) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createStore<T>({ initial, read, connect }: StoreOptions<T>): Store<T> {
  let initialValue = initial;
  let value = initial;
  let disconnect: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  return {
    current: () => {
      if (read) value = read(value);
      return value;
    },
    initial: () => initialValue,
    set: (newValue) => {
      value = newValue;
      notify();
    },
    seed: (seededValue) => {
      initialValue = seededValue;
      value = seededValue;
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

/** Subscribes to a value that does not change by itself. */
export const subscribeToNothing = () => () => undefined;

/** The store's value. While `isLive`, the component renders again when the value changes. */
export const useStore = <T>(store: Store<T>, isLive = true): T =>
  useSyncExternalStore(isLive ? store.subscribe : subscribeToNothing, store.current, store.initial);
