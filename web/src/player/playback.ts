import { createStore } from "../store.ts";

type Playback = { episodeId: string | undefined; isPlaying: boolean };

/** What the player plays, for the buttons on pages. The player itself is loaded when it is first used. */
export const playback = createStore<Playback>({ initial: { episodeId: undefined, isPlaying: false } });
