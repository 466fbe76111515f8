import { setTimeout as pause } from "node:timers/promises";

/** Time between two checks of the condition, in ms. */
const INTERVAL_MS = 50;

/**
 * Calls `check` until it returns something other than false, undefined or null, and returns that. Errors of `check` are
 * retried, because the shop may be restarting. Throws after `within` ms, with the last result as its cause.
 */
export async function waitUntil<T>(
  condition: string,
  check: () => Promise<T> | T,
  within = 20_000,
): Promise<Exclude<T, false | undefined | null>> {
  const deadline = Date.now() + within;
  let last: unknown;
  for (;;) {
    try {
      const result = await check();
      if (result !== false && result !== undefined && result !== null)
        return result as Exclude<T, false | undefined | null>;
      last = result;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline)
      throw new Error(`Not within ${within / 1000} s: ${condition}`, { cause: last });
    await pause(INTERVAL_MS);
  }
}
