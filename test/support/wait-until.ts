import { setTimeout as pause } from "node:timers/promises";

/** Time between two checks of the condition, in ms. */
const INTERVAL_MS = 50;

/** Calls `check` and returns its result. Throws if there is no result within `ms` milliseconds. */
async function withTimeout<T>(ms: number, check: () => Promise<T> | T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([check(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls `check` until it returns something other than false, undefined or null, and returns that result. Also
 * retries when `check` throws, because the shop may be restarting. Throws after `timeoutMs`, with the last
 * result or error as cause. A single call of `check` also fails after `timeoutMs`.
 */
export async function waitUntil<T>(
  description: string,
  check: () => Promise<T> | T,
  timeoutMs = 60_000,
): Promise<Exclude<T, false | undefined | null>> {
  const deadline = Date.now() + timeoutMs;
  let lastOutcome: unknown;
  for (;;) {
    try {
      const result = await withTimeout(timeoutMs, check);
      if (result !== false && result !== undefined && result !== null)
        return result as Exclude<T, false | undefined | null>;
      lastOutcome = result;
    } catch (error) {
      lastOutcome = error;
    }
    if (Date.now() > deadline)
      throw new Error(`Not within ${timeoutMs / 1000} s: ${description}`, { cause: lastOutcome });
    await pause(INTERVAL_MS);
  }
}
