import type { EpisodeSummary } from "../../../shared/episode.ts";
import { messages } from "../../../shared/messages.ts";
import { useStore } from "../store.ts";
import { notify } from "../ui/notify.ts";
import { loadPlayer } from "./player-slot.tsx";
import { playback } from "./playback.ts";

/** Plays an episode in the player, or pauses it. With `at`, in seconds, plays from there. */
export function playInPlayer(episode: EpisodeSummary, at?: number): void {
  loadPlayer().then(
    ({ playEpisode }) => playEpisode(episode, at),
    () => notify.error(messages.partMissing),
  );
}

/**
 * Loads the player when a button is about to be pressed: some browsers play only what a press starts at once. Attributes of
 * the button.
 */
export const preloadPlayer = {
  onPointerEnter: () => void loadPlayer().catch(() => undefined),
  onFocus: () => void loadPlayer().catch(() => undefined),
} as const;

/** Whether an episode is played at the moment. */
export function useIsPlaying(id: string): boolean {
  const { episodeId, isPlaying } = useStore(playback);
  return episodeId === id && isPlaying;
}
