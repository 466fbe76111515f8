import { vi } from "vitest";

/** Waits between two tries are shorter than this, timeouts are longer. ms */
const LONGEST_BACKOFF_MS = 999;

/** Makes the AWS SDK retry at once. Its timeouts stay as they are. */
export function shortenBackoff(): void {
  const start = globalThis.setTimeout;
  const shortened = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    start(run, ms <= LONGEST_BACKOFF_MS ? 0 : ms, ...args);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(shortened as typeof setTimeout);
}
