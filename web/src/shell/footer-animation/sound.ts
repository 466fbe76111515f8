import * as z from "zod/mini";
import { browserStorage } from "../../../../shared/browser-storage.ts";
import { createStore } from "../../store.ts";
import { storedValue } from "../../stored-value.ts";
import { DURATIONS } from "./states.ts";

const VOLUME = 0.5;
const SECONDS = DURATIONS.pouring / 1000;

const stored = storedValue(browserStorage.muted, z.literal(1), () => window.localStorage);

let context: AudioContext | undefined;

/** Whether the visitor has muted the sound; kept in this browser. */
export const muted = createStore({ initial: false, read: () => stored.read() === 1 });

export function setMuted(next: boolean): void {
  if (next) stored.write(1);
  else stored.clear();
  muted.set(next);
}

/** Creates the audio context, which browsers allow only inside a click or a touch. It is suspended while nothing plays. */
function unlock(): void {
  context ??= new AudioContext();
  void context.suspend();
}

/** Unlocks the sound at the visitor's first click or touch; returns a function that stops waiting for it. */
export function unlockOnFirstTouch(): () => void {
  const events = ["click", "touchend"] as const;
  const onTouch = () => {
    stopWaiting();
    unlock();
  };
  const stopWaiting = () => events.forEach((name) => window.removeEventListener(name, onTouch, true));
  if (!context) events.forEach((name) => window.addEventListener(name, onTouch, true));
  return stopWaiting;
}

/** The sound of pouring: noise through a band-pass filter whose frequency rises as the glass fills. */
function stream(audio: AudioContext, out: AudioNode, at: number): AudioNode {
  const noise = audio.createBuffer(1, audio.sampleRate * 2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer: noise, loop: true });
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: 420, Q: 1.1 });
  band.frequency.setValueAtTime(420, at);
  band.frequency.exponentialRampToValueAtTime(1500, at + SECONDS);
  const level = new GainNode(audio, { gain: 0 });
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(0.5, at + 0.18);
  level.gain.setValueAtTime(0.5, at + SECONDS - 0.25);
  level.gain.linearRampToValueAtTime(0, at + SECONDS);
  source.connect(band).connect(level).connect(out);
  source.start(at);
  source.stop(at + SECONDS);
  return source;
}

/** One bubble: a short rising tone. Its pitch depends on how full the glass is (`fill`, 0 to 1). */
function bubble(audio: AudioContext, out: AudioNode, at: number, fill: number): void {
  const pitch = 240 + 320 * fill + Math.random() * 160;
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 1.7, at + 0.07);
  const level = new GainNode(audio, { gain: 0 });
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(0.22, at + 0.008);
  level.gain.exponentialRampToValueAtTime(0.001, at + 0.11);
  tone.connect(level).connect(out);
  tone.start(at);
  tone.stop(at + 0.12);
}

function schedule(audio: AudioContext): () => void {
  const out = new GainNode(audio, { gain: VOLUME });
  out.connect(audio.destination);
  const at = audio.currentTime + 0.03;
  stream(audio, out, at).addEventListener("ended", () => void audio.suspend());
  for (let t = 0.1; t < SECONDS - 0.1; t += 0.07 + Math.random() * 0.1)
    bubble(audio, out, at + t, t / SECONDS);
  return () => out.disconnect();
}

/** Plays the sound unless it is muted or not unlocked yet; returns a function that stops it. */
export function playSound(): () => void {
  const audio = context;
  if (!audio || muted.current()) return () => undefined;
  let silenced = false;
  let silence = () => undefined as void;
  void audio.resume().then(() => {
    if (!silenced) silence = schedule(audio);
  });
  return () => {
    silenced = true;
    silence();
  };
}
