/** The delays before a failed message is retried: about six hours in all, to survive an outage of Stripe. */

/** The delays after the first, second … failure, in seconds. The last delay repeats. */
const DELAYS_SECONDS = [10, 30, 90, 300, 900, 1800, 3600] as const;
const LAST_DELAY_SECONDS = DELAYS_SECONDS[DELAYS_SECONDS.length - 1] ?? 0;

/** How often a message is received before SQS moves it to the dead-letter queue. */
export const MAX_RECEIVES = 12;

/** Failures of a message before an alarm. The fourth failure is about two minutes after the first. */
export const FAILURES_UNTIL_ALARM = 4;

/** Each delay varies by up to this share, so that messages that failed together are not retried together. */
const JITTER = 0.2;

/**
 * The delay in seconds before the next try of a message that was received `receiveCount` times; 0 after the last try.
 * `random` is a random number from 0 to 1.
 */
export function retryDelaySeconds(receiveCount: number, random: number): number {
  if (receiveCount >= MAX_RECEIVES) return 0;
  const delay = DELAYS_SECONDS[receiveCount - 1] ?? LAST_DELAY_SECONDS;
  return Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}

/** The seconds from a message's first failure to the last retry, if `random` is the same each time. */
export const totalRetryDelaySeconds = (random: number): number =>
  Array.from({ length: MAX_RECEIVES - 1 }, (_, i) => retryDelaySeconds(i + 1, random)).reduce(
    (sum, delay) => sum + delay,
    0,
  );
