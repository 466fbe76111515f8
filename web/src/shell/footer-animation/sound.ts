import * as z from "zod/mini";
import { browserStorage } from "../../../../shared/browser-storage.ts";
import { createStore } from "../../store.ts";
import { storedValue } from "../../stored-value.ts";
import { footerEffects } from "../lazy-footer-effects.ts";

const storedMute = storedValue(browserStorage.muted, z.literal(1), () => window.localStorage);

let audioContext: AudioContext | undefined;

/** Whether the visitor has muted the sound; stored in the browser. */
export const mutedStore = createStore({ initial: false, read: () => storedMute.read() === 1 });

export function setMuted(isMuted: boolean): void {
  if (isMuted) storedMute.write(1);
  else storedMute.clear();
  mutedStore.set(isMuted);
}

/** Creates the audio context, suspended. Browsers block its sound unless a click or a touch creates or resumes the context. */
function unlockAudio(): void {
  audioContext ??= new AudioContext();
  void audioContext.suspend();
}

/** Unlocks the sound at the visitor's first click or touch. Returns a function that stops waiting for the touch. */
export function unlockAudioOnFirstTouch(): () => void {
  const events = ["click", "touchend"] as const;
  const onTouch = () => {
    stopWaiting();
    unlockAudio();
  };
  const stopWaiting = () => events.forEach((name) => window.removeEventListener(name, onTouch, true));
  if (!audioContext) events.forEach((name) => window.addEventListener(name, onTouch, true));
  return stopWaiting;
}

/** Plays the sound unless it is muted or not unlocked yet; returns a function that stops the sound. */
export function playSound(): () => void {
  const audio = audioContext;
  if (!audio || mutedStore.current()) return () => undefined;
  let isSilenced = false;
  let silence: (() => void) | undefined;
  Promise.all([footerEffects.load(), audio.resume()]).then(
    ([{ schedulePour }]) => {
      if (!isSilenced) silence = schedulePour(audio);
    },
    // The animation also works without its sound.
    () => undefined,
  );
  return () => {
    isSilenced = true;
    silence?.();
  };
}
