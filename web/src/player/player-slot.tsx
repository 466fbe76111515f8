import { useEffect } from "react";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { createStore, useStore } from "../store.ts";
import { tryStorage } from "../stored-value.ts";
import type * as PlayerModule from "./player-bar.tsx";

const playerModule = createStore<typeof PlayerModule | undefined>({ initial: undefined });

/** The renderer of pages plays nothing, so its bundle has no player. */
const importPlayer = import.meta.env.SSR
  ? () => Promise.reject(new Error("There is no player outside of a browser"))
  : () => import("./player-bar.tsx");

/** Loads the player and shows its bar. Rejects if it cannot be loaded. */
export async function loadPlayer(): Promise<typeof PlayerModule> {
  const module = await importPlayer();
  playerModule.set(module);
  return module;
}

/** Whether this tab had an episode in the player before a reload. */
const hadEpisode = (): boolean =>
  Boolean(
    tryStorage(
      () => window.sessionStorage,
      (storage) => storage.getItem(browserStorage.playing),
    ),
  );

/**
 * The player's bar, on every page of the site. Its code is loaded for a play button, or after a reload of a tab with an
 * episode in the player.
 */
export function PlayerSlot() {
  const player = useStore(playerModule);
  useEffect(() => {
    if (hadEpisode()) loadPlayer().catch(() => undefined);
  }, []);
  return player && <player.PlayerBar />;
}
