import { PAUSE_AFTER_DAYS } from "../../shared/webhooks.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** When a failed delivery is tried again, in ms after the event was recorded, or after the endpoint was resumed. */
const RETRY_TIMES = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  18 * HOUR,
  24 * HOUR,
] as const;

/** The time of the first retry, also if the function crashes before its first try. */
export const firstRetryAt = (createdAt: Date): Date => new Date(+createdAt + RETRY_TIMES[0]);

/** When a delivery that failed at `now` is tried again; undefined if a day has passed since `start`. */
export function nextRetryAt(start: Date, now: Date): Date | undefined {
  const time = RETRY_TIMES.find((afterMs) => +start + afterMs > +now);
  return time === undefined ? undefined : new Date(+start + time);
}

/** Whether an endpoint has failed for so long that the shop pauses it. */
export const hasFailedForDays = (failingSince: Date, now: Date): boolean =>
  +now - +failingSince >= PAUSE_AFTER_DAYS * 24 * HOUR;

/**
 * If an endpoint takes longer to answer, the schedule sends its next events, so that events of other endpoints do not
 * wait.
 */
const SLOW_MS = 5000;
export const isSlow = ({ milliseconds }: { milliseconds: number }): boolean => milliseconds > SLOW_MS;
