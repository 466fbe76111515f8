import { setTimeout as wait } from "node:timers/promises";

/**
 * Waits before the next try: a random time of at most 25 ms × 2^`tries` (full jitter).
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export const backOff = (tries: number): Promise<void> => wait(Math.random() * 25 * 2 ** tries);
