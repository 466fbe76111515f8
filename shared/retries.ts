/** When a failed message is retried. The retries go on for four hours, to survive an outage of Stripe or SES. */

/** The delays after the first, second … failure, in seconds. Later ones are as long as the last. */
const DELAYS = [10, 30, 90, 300, 900, 1800, 3600] as const;
const LAST_DELAY = DELAYS[DELAYS.length - 1] ?? 0;

/** How often a message is received before it is moved to the dead-letter queue. */
export const MAX_RECEIVES = 12;

/** Failures of a message before an alarm. The fourth comes about two minutes after the first. */
export const FAILURES_UNTIL_ALARM = 4;

/** Each delay varies by up to this share, so that messages that failed together are not retried together. */
const JITTER = 0.2;

/** Seconds until the next try after a failure of try number `receives`; 0 after the last. `chance` is a random number from 0 to 1. */
export function retryWait(receives: number, chance: number): number {
  if (receives >= MAX_RECEIVES) return 0;
  const wait = DELAYS[receives - 1] ?? LAST_DELAY;
  return Math.round(wait * (1 - JITTER + 2 * JITTER * chance));
}

/** Seconds from a message's first failure to its last try, if every random number is `chance`. */
export const retriesLast = (chance: number): number =>
  Array.from({ length: MAX_RECEIVES - 1 }, (_, i) => retryWait(i + 1, chance)).reduce((a, b) => a + b, 0);
