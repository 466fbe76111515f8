/** A camera sees the same code many times a second. A code counts as a new scan if it was not seen for this time. */
const OUT_OF_SIGHT_MS = 3_000;

/** Returns a function that says whether the code was seen shortly before `now` (ms), and remembers it. */
export function createRepeatedCodes(): (code: string, now: number) => boolean {
  const seen = new Map<string, number>();
  return (code, now) => {
    for (const [other, at] of seen) if (now - at >= OUT_OF_SIGHT_MS) seen.delete(other);
    const isRepeated = seen.has(code);
    seen.set(code, now);
    return isRepeated;
  };
}
