import { useState } from "react";
import * as z from "zod/mini";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { createStore, useStore } from "../store.ts";
import { storedValue } from "../stored-value.ts";

/** The names of the companies whose frames are always loaded. */
const storedProviders = storedValue(browserStorage.embeds, z.array(z.string()), () => window.localStorage);

const allowedProviders = createStore<readonly string[]>({
  initial: [],
  read: (previous) => {
    const providers = storedProviders.read() ?? [];
    return providers.join() === previous.join() ? previous : providers;
  },
  connect: (onChange) => {
    window.addEventListener("storage", onChange);
    return () => window.removeEventListener("storage", onChange);
  },
});

function setAlwaysAllowed(provider: string, isAlwaysAllowed: boolean): void {
  const otherProviders = allowedProviders.current().filter((name) => name !== provider);
  const providers = isAlwaysAllowed ? [...otherProviders, provider] : otherProviders;
  if (providers.length > 0) storedProviders.write(providers);
  else storedProviders.clear();
  allowedProviders.set(providers);
}

/**
 * The visitor's consent to frames of `provider`: until the page is left, or always (stored in the browser).
 */
export function useConsent(provider: string) {
  const isAlwaysAllowed = useStore(allowedProviders).includes(provider);
  const [isAllowedOnce, setAllowedOnce] = useState(false);
  const [isTicked, setTicked] = useState(false);
  const isAllowed = isAlwaysAllowed || isAllowedOnce;
  return {
    isAllowed,
    /** Whether the checkbox 'Always allow' is ticked. Before the frame is loaded, a tick is not stored. */
    isRemembered: isAllowed ? isAlwaysAllowed : isTicked,
    load: () => {
      setAllowedOnce(true);
      if (isTicked) setAlwaysAllowed(provider, true);
    },
    unload: () => {
      setAllowedOnce(false);
      setTicked(false);
      setAlwaysAllowed(provider, false);
    },
    setRemembered: (isRemembered: boolean) => {
      setTicked(isRemembered);
      if (!isAllowed) return;
      // Clearing the checkbox does not unload the frame.
      setAllowedOnce(true);
      setAlwaysAllowed(provider, isRemembered);
    },
  };
}
