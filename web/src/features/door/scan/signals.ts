/** The sound and the vibration of each answer. */
import type { AnswerTone } from "./answer-text.ts";

type Beep = { hz: number; startMs: number; lengthMs: number; wave: OscillatorType };
/**
 * Two rising notes, one note three times, and one long low note. The rhythms also differ, for tone-deaf people.
 */
const SOUNDS: Record<AnswerTone, readonly Beep[]> = {
  in: [
    { hz: 660, startMs: 0, lengthMs: 90, wave: "sine" },
    { hz: 990, startMs: 100, lengthMs: 160, wave: "sine" },
  ],
  again: [0, 170, 340].map((startMs) => ({ hz: 440, startMs, lengthMs: 110, wave: "triangle" })),
  refused: [{ hz: 160, startMs: 0, lengthMs: 650, wave: "sawtooth" }],
};
/** Vibration patterns in ms: on, off, on … */
const VIBRATIONS: Record<AnswerTone, number[]> = {
  in: [80],
  again: [120, 80, 120, 80, 120],
  refused: [600],
};
const VOLUME = 0.35;
const FADE_OUT_SECONDS = 0.02;

let audio: AudioContext | undefined;

/** Phones suspend the sound during a phone call, and do not resume it. */
const resume = (context: AudioContext): void => void context.resume().catch(() => undefined);

/** Prepares the sound. Must be called in a click handler, because browsers allow no sound before a click. */
export function allowSound(): void {
  if (!("AudioContext" in window)) return;
  audio ??= new AudioContext();
  resume(audio);
}

/** Plays the sound and the vibration of an answer, if the browser supports them. */
export function playSignal(tone: AnswerTone): void {
  if ("vibrate" in navigator) navigator.vibrate(VIBRATIONS[tone]);
  if (!audio) return;
  if (audio.state !== "running") resume(audio);
  for (const { hz, startMs, lengthMs, wave } of SOUNDS[tone]) {
    const startSeconds = audio.currentTime + startMs / 1000;
    const endSeconds = startSeconds + lengthMs / 1000;
    const oscillator = new OscillatorNode(audio, { frequency: hz, type: wave });
    const gainNode = new GainNode(audio, { gain: VOLUME });
    // The volume fades out, because a sudden end makes the speaker click.
    gainNode.gain.setValueAtTime(VOLUME, endSeconds - FADE_OUT_SECONDS);
    gainNode.gain.linearRampToValueAtTime(0, endSeconds);
    oscillator.connect(gainNode).connect(audio.destination);
    oscillator.start(startSeconds);
    oscillator.stop(endSeconds);
  }
}
