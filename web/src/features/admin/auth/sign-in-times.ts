import * as z from "zod/mini";
import { adminStorage } from "../../../../../shared/admin-storage.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { storedValue } from "../../../stored-value.ts";

const storedTimes = storedValue(
  adminStorage.signInTimes,
  z.record(z.string(), z.object({ current: z.string(), previous: z.optional(z.string()) })),
  () => window.localStorage,
);

/**
 * Stores the time of the user's current sign-in in this browser (`signInTime`), and returns the time of the previous sign-in;
 * undefined if there was none. Cognito stores only the time of the current sign-in. Times are in ISO 8601.
 */
export function recordSignIn(userId: string, signInTime: string): string | undefined {
  const times = storedTimes.read() ?? {};
  const userTimes = times[userId];
  if (userTimes?.current === signInTime) return userTimes.previous;
  const previous = userTimes?.current;
  storedTimes.write({ ...times, [userId]: { current: signInTime, ...(previous ? { previous } : {}) } });
  return previous;
}

/** `lastLogin` is the result of `recordSignIn`. */
export const lastSignInText = (lastLogin: string | undefined): string =>
  lastLogin === undefined ? "First sign-in in this browser" : `Last sign-in ${formatShopTime(lastLogin)}`;
