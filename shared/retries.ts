/** How often, and how long apart, a message that a function failed at is tried: enough for Stripe or SES to be down for four hours. */

/** What a message waits after its first, second … failure, in seconds; after that as long as the last. */
const WAITS = [10, 30, 90, 300, 900, 1800, 3600] as const;
const LAST_WAIT = WAITS[WAITS.length - 1] ?? 0;

/** Times that a message is received before it is a dead letter. */
export const MAX_RECEIVES = 12;

/** Failures after which somebody is told: the fourth comes about two minutes after the first. */
export const FAILURES_UNTIL_ALARM = 4;

/** Each wait is up to this share shorter or longer, so that what failed together does not come back together. */
const JITTER = 0.2;

/** Pure: seconds until a message comes again that failed at its `receives`th try; `chance` from 0 to 1. 0 after the last. */
export function retryWait(receives: number, chance: number): number {
  if (receives >= MAX_RECEIVES) return 0;
  const wait = WAITS[receives - 1] ?? LAST_WAIT;
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
}

/** Seconds from a message's first failure to its last try, when chance makes every wait `chance`. */
export const retriesLast = (chance: number): number =>
  Array.from({ length: MAX_RECEIVES - 1 }, (_, i) => retryWait(i + 1, chance)).reduce((a, b) => a + b, 0);
