const FREE_FAILURES = 5;
const LONGEST_LOCK_MS = 15 * 60 * 1_000;
const MAX_NAMES = 10_000;

/**
 * Counts failures per name. The fifth failure locks the name for one second, each further one for twice as long, up
 * to fifteen minutes. Attempts during a lock do not extend it.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html (lockout behavior)
 */
export function createAttempts(now: () => number) {
  const failures = new Map<string, { count: number; at: number; until: number }>();

  return {
    isLocked(name: string): boolean {
      return (failures.get(name)?.until ?? 0) > now();
    },
    failed(name: string): void {
      const last = failures.get(name);
      const count = last && now() - last.at < LONGEST_LOCK_MS ? last.count + 1 : 1;
      const lock =
        count < FREE_FAILURES ? 0 : Math.min(1_000 * 2 ** (count - FREE_FAILURES), LONGEST_LOCK_MS);
      // Re-inserting keeps the map in order of last use; the oldest name is dropped first.
      failures.delete(name);
      failures.set(name, { count, at: now(), until: now() + lock });
      const [oldest] = failures.keys();
      if (failures.size > MAX_NAMES && oldest !== undefined) failures.delete(oldest);
    },
    succeeded(name: string): void {
      failures.delete(name);
    },
  };
}
export type Attempts = ReturnType<typeof createAttempts>;
