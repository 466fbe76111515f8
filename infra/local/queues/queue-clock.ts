import * as z from "zod/mini";

/** `scaled`: a wait of an hour takes 3.6 s. `real`: waits are as long as on SQS; tests advance the clock. */
export const ClockMode = z.enum(["scaled", "real"]);
export type ClockMode = z.infer<typeof ClockMode>;

/** A wait of one second takes this time on the scaled clock: twelve tries take about 20 s, not hours. */
const SCALED_MS_PER_SECOND = 1;

export type QueueClock = ReturnType<typeof createQueueClock>;

export function createQueueClock() {
  let mode: ClockMode = "scaled";
  let advancedMs = 0;
  const listeners: (() => void)[] = [];
  return {
    /** ms since 1970, plus the time by which the clock was advanced. */
    now: () => Date.now() + advancedMs,
    /** How long a wait of `seconds` on SQS takes here, in ms. */
    waitMs: (seconds: number) => seconds * (mode === "real" ? 1000 : SCALED_MS_PER_SECOND),
    setMode: (next: ClockMode) => void (mode = next),
    advance(seconds: number): void {
      advancedMs += seconds * 1000;
      for (const listener of listeners) listener();
    },
    onAdvance: (listener: () => void) => void listeners.push(listener),
  };
}
