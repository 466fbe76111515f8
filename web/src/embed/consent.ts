import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { stored } from "../purchase/stored.ts";

/** The companies whose frames this browser's owner always allows, by name. */
const allowed = stored(browserStorage.embeds, z.array(z.string()), () => window.localStorage);
const listeners = new Set<() => void>();

const isAllowed = (provider: string): boolean => allowed.read()?.includes(provider) ?? false;

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener("storage", changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener("storage", changed);
  };
}

/** Remembers, or forgets, that frames of `provider` load without asking. */
export function setAlwaysAllowed(provider: string, always: boolean): void {
  const others = (allowed.read() ?? []).filter((name) => name !== provider);
  if (always) allowed.write([...others, provider]);
  else if (others.length > 0) allowed.write(others);
  else allowed.clear();
  listeners.forEach((listener) => listener());
}

/** Whether frames of `provider` load without asking; never in HTML made before the visitor is known. */
export const useAlwaysAllowed = (provider: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isAllowed(provider),
    () => false,
  );
