import { episodesApi } from "../../../shared/api-episodes.ts";
import type { Chapter, EpisodeSummary } from "../../../shared/episode.ts";
import { brand } from "../../../shared/site/brand.ts";
import { storagePrefix } from "../../../shared/site/storage-prefix.ts";
import { call } from "../api.ts";
import { createStore } from "../store.ts";
import { playback } from "./playback.ts";
import { writePosition, positionIn, readSettings, storedEpisode, writeSettings } from "./player-storage.ts";

/** The steps of the buttons that jump back and forward, as in other podcast players. */
export const BACK_S = 15;
export const FORWARD_S = 30;
export const RATES = [0.8, 1, 1.2, 1.5, 1.75, 2] as const;

export type PlayerState = {
  episode: EpisodeSummary | undefined;
  status: "loading" | "playing" | "paused" | "failed";
  /** In seconds. */
  time: number;
  /** In seconds; 0 while neither the feed nor the recording has given the duration. */
  duration: number;
  chapters: readonly Chapter[];
  /** The speed; 1 is the recording's own speed. */
  rate: number;
  /** From 0 to 1. */
  volume: number;
};

const NOT_STARTED = { status: "paused", time: 0, duration: 0, chapters: [] } as const;
export const player = createStore<PlayerState>({
  initial: { ...NOT_STARTED, episode: undefined, rate: 1, volume: 1 },
});

/** The only audio element: one episode plays at a time, and continues while the visitor opens other pages. */
const audio = new Audio();
audio.preload = "none";
/** Whether the browser lets pages set the volume. iPhones do not. */
export const canSetVolume = ((): boolean => {
  audio.volume = 0.5;
  return audio.volume === 0.5;
})();

/** While an episode plays, its position is stored once in this time. */
const STORE_INTERVAL_MS = 5_000;
/** An episode that was left within this many seconds of its end starts from the beginning. */
const END_S = 10;
/** When a position was last stored, in ms since 1970. */
let storedAtMs = 0;
/** The position to seek to when the recording's metadata is loaded; 0 for none. */
let resumeAtSeconds = 0;

const update = (change: Partial<PlayerState>): void => {
  const newState = { ...player.current(), ...change };
  player.set(newState);
  const isPlaying = newState.status === "playing" || newState.status === "loading";
  const lastPlayback = playback.current();
  if (lastPlayback.episodeId !== newState.episode?.id || lastPlayback.isPlaying !== isPlaying)
    playback.set({ episodeId: newState.episode?.id, isPlaying });
};

function storePosition(): void {
  const { episode, time, duration } = player.current();
  // The recording is not loaded yet, so the stored position is still right.
  if (!episode || resumeAtSeconds > 0) return;
  storedAtMs = Date.now();
  writePosition(episode.id, duration > 0 && time > duration - END_S ? undefined : time);
}

/** Tells the player in other tabs to pause; undefined if the browser forbids the channel, as Firefox does together with cookies. */
const otherTabs = ((): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(`${storagePrefix}-player`);
  } catch {
    return undefined;
  }
})();
otherTabs?.addEventListener("message", () => audio.pause());

const listeners: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
  loadedmetadata: () => {
    if (Number.isFinite(audio.duration)) update({ duration: audio.duration });
    if (resumeAtSeconds > 0) audio.currentTime = resumeAtSeconds;
    resumeAtSeconds = 0;
    audio.playbackRate = player.current().rate;
  },
  durationchange: () => {
    if (Number.isFinite(audio.duration)) update({ duration: audio.duration });
  },
  timeupdate: () => {
    if (resumeAtSeconds > 0) return;
    update({ time: audio.currentTime });
    if (Date.now() - storedAtMs > STORE_INTERVAL_MS) storePosition();
    showPositionInMediaSession();
  },
  playing: () => {
    update({ status: "playing" });
    otherTabs?.postMessage("playing");
  },
  waiting: () => update({ status: "loading" }),
  pause: () => {
    if (player.current().status !== "failed") update({ status: "paused" });
    storePosition();
  },
  ended: () => {
    const { episode } = player.current();
    update({ status: "paused", time: 0 });
    if (episode) writePosition(episode.id, undefined);
    audio.currentTime = 0;
  },
  error: () => {
    // The element also reports an error when its source is removed.
    if (audio.hasAttribute("src")) update({ status: "failed" });
  },
};
for (const [name, listener] of Object.entries(listeners)) audio.addEventListener(name, listener);
window.addEventListener("pagehide", storePosition);

async function loadChapters(id: string): Promise<void> {
  const { chapters } = await call(episodesApi.getEpisode, { params: { id } });
  if (player.current().episode?.id === id) update({ chapters });
}

/** Puts an episode into the player, paused, at `fromSeconds` or where the visitor left the episode. */
function loadEpisode(episode: EpisodeSummary, fromSeconds?: number): void {
  storePosition();
  audio.pause();
  resumeAtSeconds = fromSeconds ?? positionIn(episode.id);
  audio.src = episode.audio.url;
  update({ ...NOT_STARTED, episode, time: resumeAtSeconds, duration: episode.duration ?? 0 });
  storedEpisode.write(episode);
  // The episode also plays without its chapters.
  loadChapters(episode.id).catch((error: unknown) => console.error("No chapters could be loaded", error));
  showInMediaSession(episode);
}

const play = (): void => {
  update({ status: "loading" });
  audio.play().catch((error: unknown) => {
    // A pause before the first sound aborts the start.
    if (error instanceof DOMException && error.name === "AbortError") return;
    console.error("The episode could not be played", error);
    // The browser allows no sound without a press ('NotAllowedError'). The next press can still start the episode.
    update({
      status: error instanceof DOMException && error.name === "NotAllowedError" ? "paused" : "failed",
    });
  });
};

/** Plays or pauses an episode; with `fromSeconds` plays from that time. */
export function playEpisode(episode: EpisodeSummary, fromSeconds?: number): void {
  const { episode: currentEpisode, status } = player.current();
  const isLoaded = currentEpisode?.id === episode.id && status !== "failed";
  if (!isLoaded) loadEpisode(episode, fromSeconds);
  else if (fromSeconds === undefined) return togglePlayback();
  else seek(fromSeconds);
  play();
}

/** Plays or pauses the episode in the player. After a failure, loads the recording again. */
export function togglePlayback(): void {
  const { episode, status, time } = player.current();
  if (status === "failed" && episode) loadEpisode(episode, time);
  if (status === "playing" || status === "loading") audio.pause();
  else play();
}

export const pausePlayer = (): void => audio.pause();

export function seek(seconds: number): void {
  const { duration } = player.current();
  const time = Math.max(0, duration > 0 ? Math.min(seconds, duration) : seconds);
  if (audio.readyState === HTMLMediaElement.HAVE_NOTHING) resumeAtSeconds = time;
  else audio.currentTime = time;
  update({ time });
}
export const skip = (seconds: number): void => seek(player.current().time + seconds);

export function setRate(rate: number): void {
  audio.defaultPlaybackRate = rate;
  audio.playbackRate = rate;
  update({ rate });
  writeSettings({ rate });
}

export function setVolume(volume: number): void {
  audio.volume = volume;
  update({ volume });
  writeSettings({ volume });
}

/** Stops, and removes the player's bar. The position is kept. */
export function closePlayer(): void {
  audio.pause();
  storePosition();
  audio.removeAttribute("src");
  audio.load();
  storedEpisode.clear();
  update({ ...NOT_STARTED, episode: undefined });
  if ("mediaSession" in navigator) navigator.mediaSession.metadata = null;
}

/** Shows title, picture and buttons on the lock screen, and handles these buttons and media keys. */
function showInMediaSession({ title }: EpisodeSummary): void {
  if (!("mediaSession" in navigator)) return;
  navigator.mediaSession.metadata = new MediaMetadata({
    title,
    artist: brand.name,
    artwork: [{ src: "/icon-512.png", sizes: "512x512", type: "image/png" }],
  });
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play,
    pause: () => audio.pause(),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? BACK_S)),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? FORWARD_S),
    seekto: ({ seekTime }) => seek(seekTime ?? 0),
    stop: closePlayer,
  };
  for (const [action, handler] of Object.entries(handlers))
    try {
      navigator.mediaSession.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // The browser does not know this action.
    }
}

function showPositionInMediaSession(): void {
  const { time, duration, rate } = player.current();
  if ("mediaSession" in navigator && duration > 0)
    navigator.mediaSession.setPositionState({
      duration,
      playbackRate: rate,
      position: Math.min(time, duration),
    });
}

const { rate, volume } = readSettings();
audio.defaultPlaybackRate = rate;
audio.playbackRate = rate;
audio.volume = volume;
player.set({ ...player.current(), rate, volume });
const episodeBeforeReload = storedEpisode.read();
if (episodeBeforeReload) loadEpisode(episodeBeforeReload);
