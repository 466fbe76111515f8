import { setTimeout as pause } from "node:timers/promises";

/** How often a condition is looked at, in ms. */
const EVERY_MS = 50;

/**
 * Waits for `look` to answer something true, and answers that. Throws after `within` ms, with what it saw last; an
 * error of `look` counts as 'not yet', since whoever answers may be restarting.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T> | T,
  within = 20_000,
): Promise<Exclude<T, false | undefined | null>> {
  const deadline = Date.now() + within;
  let last: unknown;
  for (;;) {
    try {
      const seen = await look();
      if (seen !== false && seen !== undefined && seen !== null)
        return seen as Exclude<T, false | undefined | null>;
      last = seen;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`Not within ${within / 1000} s: ${what}`, { cause: last });
    await pause(EVERY_MS);
  }
}
