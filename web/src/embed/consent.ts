import { useState } from "react";
import * as z from "zod/mini";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { createStore, useStore } from "../store.ts";
import { storedValue } from "../stored-value.ts";

/** The names of the companies whose frames are always loaded. */
const storedNames = storedValue(browserStorage.embeds, z.array(z.string()), () => window.localStorage);

const allowedNames = createStore<readonly string[]>({
  initial: [],
  read: (previous) => {
    const names = storedNames.read() ?? [];
    return names.join() === previous.join() ? previous : names;
  },
  connect: (onChange) => {
    window.addEventListener("storage", onChange);
    return () => window.removeEventListener("storage", onChange);
  },
});

function setAlwaysAllowed(provider: string, isAlwaysAllowed: boolean): void {
  const otherNames = allowedNames.current().filter((name) => name !== provider);
  const names = isAlwaysAllowed ? [...otherNames, provider] : otherNames;
  if (names.length > 0) storedNames.write(names);
  else storedNames.clear();
  allowedNames.set(names);
}

/**
 * The visitor's consent to frames of `provider`: until the page is left, or always (stored in the browser).
 */
export function useConsent(provider: string) {
  const isAlwaysAllowed = useStore(allowedNames).includes(provider);
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
    setRemember: (isRemembered: boolean) => {
      setTicked(isRemembered);
      if (!isAllowed) return;
      // A frame that is loaded stays until it is unloaded.
      setAllowedOnce(true);
      setAlwaysAllowed(provider, isRemembered);
    },
  };
}
