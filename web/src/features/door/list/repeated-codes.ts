/**
 * A camera sees a code many times a second. A code counts as a new scan if it was out of sight for this time.
 */
const OUT_OF_SIGHT_MS = 3_000;

/** Returns a function that remembers each code, and says whether it was seen shortly before `now`, in ms of a clock that nobody can set. */
export function createRepeatCheck(): (code: string, now: number) => boolean {
  const lastSeenAt = new Map<string, number>();
  return (code, now) => {
    for (const [seenCode, at] of lastSeenAt) if (now - at >= OUT_OF_SIGHT_MS) lastSeenAt.delete(seenCode);
    const isRepeated = lastSeenAt.has(code);
    lastSeenAt.set(code, now);
    return isRepeated;
  };
}
