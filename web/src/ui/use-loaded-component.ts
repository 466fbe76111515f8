import type { ComponentType } from "react";
import { useEffect, useState } from "react";
import { messages } from "../../../shared/messages.ts";
import { notify } from "./notify.ts";

/**
 * Loads the code of a component that the first view does not need, when it `isWanted`. Returns undefined until the
 * code is loaded. If it cannot be loaded, shows a message; the next time that the component is wanted tries again.
 * `load` must be the same function at every render.
 */
export function useLoadedComponent<P>(
  load: () => Promise<ComponentType<P>>,
  isWanted: boolean,
): ComponentType<P> | undefined {
  const [component, setComponent] = useState<ComponentType<P>>();
  useEffect(() => {
    if (!isWanted) return;
    load().then(
      (loaded) => setComponent(() => loaded),
      (error: unknown) => {
        console.error("A part of the page could not be loaded", error);
        notify.error(messages.partMissing, { id: "part-missing" });
      },
    );
  }, [load, isWanted]);
  return component;
}
