import * as z from "zod/mini";

/** `scaled`: an hour of waiting takes 3.6 seconds. `real`: waits are as long as on SQS, and a test advances the clock. */
export const ClockMode = z.enum(["scaled", "real"]);
export type ClockMode = z.infer<typeof ClockMode>;

/** Milliseconds for a second of waiting on the scaled clock: twelve tries take about 20 seconds, not hours. */
const SCALED_MS = 1;

export type QueueClock = {
  /** ms since 1970, plus the time by which the clock was advanced. */
  now(): number;
  /** The length in ms of a wait that SQS counts in seconds. */
  waitMs(seconds: number): number;
  setMode(mode: ClockMode): void;
  /** Move the clock forward. */
  advance(seconds: number): void;
  onAdvance(listener: () => void): void;
};

export function createQueueClock(): QueueClock {
  let mode: ClockMode = "scaled";
  let aheadMs = 0;
  const listeners: (() => void)[] = [];
  return {
    now: () => Date.now() + aheadMs,
    waitMs: (seconds) => seconds * (mode === "real" ? 1000 : SCALED_MS),
    setMode: (next) => void (mode = next),
    advance(seconds) {
      aheadMs += seconds * 1000;
      for (const listener of listeners) listener();
    },
    onAdvance: (listener) => void listeners.push(listener),
  };
}
