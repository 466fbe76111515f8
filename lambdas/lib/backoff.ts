import { setTimeout as wait } from "node:timers/promises";

/**
 * Waits before the next try: full jitter, doubling from 25 ms.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export const backOff = (attempt: number): Promise<void> => wait(Math.random() * 25 * 2 ** attempt);
