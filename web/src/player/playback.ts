import { createStore } from "../store.ts";

/** `isPlaying` is also true while a press of Play waits for the sound. */
type Playback = { episodeId: string | undefined; isPlaying: boolean };

/**
 * What the audio player plays. This is a module of its own, because the play buttons on pages need the state before the
 * player's code is loaded.
 */
export const playback = createStore<Playback>({ initial: { episodeId: undefined, isPlaying: false } });
