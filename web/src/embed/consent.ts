import { useState } from "react";
import * as z from "zod/mini";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { createStore, useStore } from "../store.ts";
import { storedValue } from "../stored-value.ts";

/** The names of the companies whose frames load without asking. */
const stored = storedValue(browserStorage.embeds, z.array(z.string()), () => window.localStorage);

const alwaysAllowed = createStore<readonly string[]>({
  initial: [],
  read: (previous) => {
    const names = stored.read() ?? [];
    return names.join() === previous.join() ? previous : names;
  },
  connect: (changed) => {
    window.addEventListener("storage", changed);
    return () => window.removeEventListener("storage", changed);
  },
});

function setAlwaysAllowed(provider: string, always: boolean): void {
  const others = alwaysAllowed.current().filter((name) => name !== provider);
  const names = always ? [...others, provider] : others;
  if (names.length > 0) stored.write(names);
  else stored.clear();
  alwaysAllowed.set(names);
}

/** Whether frames of `provider` may load: for this visit, or always (stored in this browser). */
export function useConsent(provider: string) {
  const always = useStore(alwaysAllowed).includes(provider);
  const [once, setOnce] = useState(false);
  const [ticked, setTicked] = useState(false);
  const allowed = always || once;
  return {
    allowed,
    /** Whether the checkbox is ticked. Before loading, a tick is stored only when the frame is loaded. */
    remember: allowed ? always : ticked,
    load: () => {
      setOnce(true);
      if (ticked) setAlwaysAllowed(provider, true);
    },
    unload: () => {
      setOnce(false);
      setTicked(false);
      setAlwaysAllowed(provider, false);
    },
    setRemember: (next: boolean) => {
      setTicked(next);
      if (!allowed) return;
      // A frame that is loaded stays until it is unloaded.
      setOnce(true);
      setAlwaysAllowed(provider, next);
    },
  };
}
