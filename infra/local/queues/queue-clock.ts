import * as z from "zod/mini";

/** `scaled`: an hour of waiting takes 3.6 seconds. `real`: waits are as long as SQS's, and a test moves the clock. */
export const ClockMode = z.enum(["scaled", "real"]);
export type ClockMode = z.infer<typeof ClockMode>;

/** Milliseconds of a second's wait while the clock is scaled: twelve tries end after some 20 seconds, in place of hours. */
const SCALED_MS = 1;

/** The time by which messages wait in queues. */
export type QueueClock = {
  /** ms since 1970, and what the clock was moved on by. */
  now(): number;
  /** The milliseconds of a wait that SQS counts in seconds. */
  waitMs(seconds: number): number;
  setMode(mode: ClockMode): void;
  /** Let this many seconds pass at once. */
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
