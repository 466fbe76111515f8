import { DURATIONS_MS } from "./states.ts";

const VOLUME = 0.5;
const POUR_SECONDS = DURATIONS_MS.pouring / 1000;

/**
 * Plays the stream: noise through a band-pass filter whose frequency rises while the glass fills. `startTime`: in seconds of
 * the audio context's clock.
 */
function playStream(audio: AudioContext, output: AudioNode, startTime: number): AudioNode {
  const noise = audio.createBuffer(1, audio.sampleRate * 2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer: noise, loop: true });
  const bandPass = new BiquadFilterNode(audio, { type: "bandpass", frequency: 420, Q: 1.1 });
  bandPass.frequency.setValueAtTime(420, startTime);
  bandPass.frequency.exponentialRampToValueAtTime(1500, startTime + POUR_SECONDS);
  const level = new GainNode(audio, { gain: 0 });
  level.gain.setValueAtTime(0, startTime);
  level.gain.linearRampToValueAtTime(0.5, startTime + 0.18);
  level.gain.setValueAtTime(0.5, startTime + POUR_SECONDS - 0.25);
  level.gain.linearRampToValueAtTime(0, startTime + POUR_SECONDS);
  source.connect(bandPass).connect(level).connect(output);
  source.start(startTime);
  source.stop(startTime + POUR_SECONDS);
  return source;
}

/** Plays a bubble: a short rising tone, higher in a fuller glass. `fill` is from 0 (empty) to 1 (full). */
function playBubble(audio: AudioContext, output: AudioNode, startTime: number, fill: number): void {
  const pitchHz = 240 + 320 * fill + Math.random() * 160;
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitchHz });
  tone.frequency.setValueAtTime(pitchHz, startTime);
  tone.frequency.exponentialRampToValueAtTime(pitchHz * 1.7, startTime + 0.07);
  const level = new GainNode(audio, { gain: 0 });
  level.gain.setValueAtTime(0, startTime);
  level.gain.linearRampToValueAtTime(0.22, startTime + 0.008);
  level.gain.exponentialRampToValueAtTime(0.001, startTime + 0.11);
  tone.connect(level).connect(output);
  tone.start(startTime);
  tone.stop(startTime + 0.12);
}

/** Schedules the sounds of one pour; returns a function that silences the sounds. */
export function schedulePour(audio: AudioContext): () => void {
  const output = new GainNode(audio, { gain: VOLUME });
  output.connect(audio.destination);
  const startTime = audio.currentTime + 0.03;
  playStream(audio, output, startTime).addEventListener("ended", () => void audio.suspend());
  for (let seconds = 0.1; seconds < POUR_SECONDS - 0.1; seconds += 0.07 + Math.random() * 0.1)
    playBubble(audio, output, startTime + seconds, seconds / POUR_SECONDS);
  return () => output.disconnect();
}
