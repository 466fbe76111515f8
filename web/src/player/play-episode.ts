import type { EpisodeSummary } from "../../../shared/episode.ts";
import { messages } from "../../../shared/messages.ts";
import { useStore } from "../store.ts";
import { notify } from "../ui/notify.ts";
import { loadPlayer } from "./player-slot.tsx";
import { playback } from "./playback.ts";

/** Plays the episode, or pauses it if it is playing. With `fromSeconds`, plays from that time. */
export function playOrPause(episode: EpisodeSummary, fromSeconds?: number): void {
  loadPlayer().then(
    ({ playEpisode }) => playEpisode(episode, fromSeconds),
    () => notify.error(messages.partMissing),
  );
}

/**
 * Props of a play button. They load the player's code before the press: some browsers play audio only if the press starts
 * it immediately.
 */
export const preloadPlayerProps = {
  onPointerEnter: () => void loadPlayer().catch(() => undefined),
  onFocus: () => void loadPlayer().catch(() => undefined),
} as const;

export function useIsPlaying(id: string): boolean {
  const { episodeId, isPlaying } = useStore(playback);
  return episodeId === id && isPlaying;
}
