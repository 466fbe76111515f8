import { browserStorage } from "../../../../shared/browser-storage.ts";
import { LASTS } from "./pour-states.ts";

const VOLUME = 0.5;
const SECONDS = LASTS.pouring / 1000;
const MUTE_KEY = browserStorage.muted;

let context: AudioContext | undefined;
const listeners = new Set<() => void>();

/** Makes the sound possible; browsers allow that only inside a click or a touch. Rests until something is poured. */
function unlock(): void {
  context ??= new AudioContext();
  void context.suspend();
}

/** Waits for the visitor's first click or touch; returns how to stop waiting. */
export function unlockOnFirstTouch(): () => void {
  const events = ["click", "touchend"] as const;
  const once = () => {
    end();
    unlock();
  };
  const end = () => events.forEach((name) => window.removeEventListener(name, once, true));
  if (!context) events.forEach((name) => window.addEventListener(name, once, true));
  return end;
}

/** Bourbon falling into bourbon: noise through a band that rises as the glass fills. */
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

/** One bubble: a short tone that slides up, higher the fuller the glass is (`fill`, 0 to 1). */
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

/** Plays the pour, if there was a click or touch before and it is not muted; returns how to silence it. */
export function playPour(): () => void {
  const audio = context;
  if (!audio || isMuted()) return () => undefined;
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

/** The visitor's choice; storage may be forbidden, then it holds for this page. */
let muted: boolean | undefined;

export function isMuted(): boolean {
  try {
    muted ??= window.localStorage.getItem(MUTE_KEY) === "1";
  } catch {
    muted = false;
  }
  return muted;
}

export function setMuted(next: boolean): void {
  muted = next;
  try {
    if (next) window.localStorage.setItem(MUTE_KEY, "1");
    else window.localStorage.removeItem(MUTE_KEY);
  } catch {
    // It holds for this page.
  }
  listeners.forEach((listener) => listener());
}

export function subscribeMuted(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
