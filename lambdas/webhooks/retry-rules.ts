import { PAUSE_AFTER_DAYS } from "../../shared/webhooks.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** When a failed delivery is tried again, in ms after the event was recorded, or after the endpoint was resumed. */
const RETRY_TIMES_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  18 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** The time of the first retry. A delivery whose first try never began, because the function crashed, is tried then. */
export const firstRetryAt = (createdAt: Date): Date => new Date(+createdAt + RETRY_TIMES_MS[0]);

/** When a delivery that failed at `now` is tried again; undefined if a day has passed since `start`. */
export function nextRetryAt(start: Date, now: Date): Date | undefined {
  const delayMs = RETRY_TIMES_MS.find((afterMs) => +start + afterMs > +now);
  return delayMs === undefined ? undefined : new Date(+start + delayMs);
}

/** Whether an endpoint has failed for so long that the shop pauses it. */
export const hasFailedForDays = (failingSince: Date, now: Date): boolean =>
  +now - +failingSince >= PAUSE_AFTER_DAYS * 24 * HOUR_MS;

/**
 * If an endpoint takes longer to answer, the schedule sends its next events, so that events of other endpoints do not
 * wait.
 */
const SLOW_MS = 5000;
export const isSlow = ({ milliseconds }: { milliseconds: number }): boolean => milliseconds > SLOW_MS;
