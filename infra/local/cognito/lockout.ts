const LOCK_THRESHOLD = 5;
const MAX_LOCK_MS = 15 * 60 * 1_000;
const MAX_NAMES = 10_000;

/**
 * Counts failures per name. The fifth failure locks the name for one second; each further failure doubles the
 * lock, up to fifteen minutes. Callers do not record attempts during a lock, so these do not extend it. After fifteen
 * minutes without a failure, the count begins again.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html (lockout behavior)
 */
export function createLockout(now: () => number) {
  const failures = new Map<string, { count: number; lastFailureAt: number; lockedUntil: number }>();

  return {
    isLocked(name: string): boolean {
      return (failures.get(name)?.lockedUntil ?? 0) > now();
    },
    recordFailure(name: string): void {
      const previous = failures.get(name);
      const count = previous && now() - previous.lastFailureAt < MAX_LOCK_MS ? previous.count + 1 : 1;
      const lockMs =
        count < LOCK_THRESHOLD ? 0 : Math.min(1_000 * 2 ** (count - LOCK_THRESHOLD), MAX_LOCK_MS);
      // `delete` and `set` move the name to the end of the map, so the first name has the oldest failure.
      failures.delete(name);
      failures.set(name, { count, lastFailureAt: now(), lockedUntil: now() + lockMs });
      const [oldest] = failures.keys();
      if (failures.size > MAX_NAMES && oldest !== undefined) failures.delete(oldest);
    },
    recordSuccess(name: string): void {
      failures.delete(name);
    },
  };
}
export type Lockout = ReturnType<typeof createLockout>;
