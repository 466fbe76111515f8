import { vi } from "vitest";

/** The AWS SDK waits at most this long between two tries; its timeouts are longer. */
const LONGEST_BACKOFF_MS = 999;

/** Makes the AWS SDK retry at once. The timeouts of the SDK stay the same. */
export function shortenBackoff(): void {
  const originalSetTimeout = globalThis.setTimeout;
  const shortened = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    originalSetTimeout(run, ms <= LONGEST_BACKOFF_MS ? 0 : ms, ...args);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(shortened as typeof setTimeout);
}
