import * as z from "zod/mini";

/** `scaled`: an hour's wait takes 3.6 seconds. `real`: waits are as long as on SQS; tests advance time. */
export const ClockMode = z.enum(["scaled", "real"]);
export type ClockMode = z.infer<typeof ClockMode>;

/** Length of a waiting second on the scaled clock, in ms. Twelve tries take about 20 seconds, not hours. */
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
