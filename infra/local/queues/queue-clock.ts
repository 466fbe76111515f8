import * as z from "zod/mini";

/** `scaled`: an hour's wait takes 3.6 seconds. `real`: waits are as long as on SQS; tests advance time. */
export const ClockMode = z.enum(["scaled", "real"]);
export type ClockMode = z.infer<typeof ClockMode>;

/** Length of a waiting second on the scaled clock, in ms. Twelve tries take about 20 seconds, not hours. */
const SCALED_MS_PER_SECOND = 1;

export type QueueClock = {
  /** ms since 1970, plus the time by which the clock was advanced. */
  now(): number;
  /** How long a wait of `seconds` on SQS takes here, in ms. */
  waitMs(seconds: number): number;
  setMode(mode: ClockMode): void;
  advance(seconds: number): void;
  onAdvance(listener: () => void): void;
};

export function createQueueClock(): QueueClock {
  let mode: ClockMode = "scaled";
  let advancedMs = 0;
  const listeners: (() => void)[] = [];
  return {
    now: () => Date.now() + advancedMs,
    waitMs: (seconds) => seconds * (mode === "real" ? 1000 : SCALED_MS_PER_SECOND),
    setMode: (next) => void (mode = next),
    advance(seconds) {
      advancedMs += seconds * 1000;
      for (const listener of listeners) listener();
    },
    onAdvance: (listener) => void listeners.push(listener),
  };
}
