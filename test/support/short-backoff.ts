import { vi } from "vitest";

/** The SDK's timeouts are longer than this, its waits between two tries are shorter. ms */
const LONGEST_BACKOFF_MS = 999;

/** Lets the AWS SDK retry at once. Timeouts stay as they are. */
export function shortenBackoff(): void {
  const { setTimeout: start } = globalThis;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms = 0) =>
    start(run, ms <= LONGEST_BACKOFF_MS ? 0 : ms)) as typeof setTimeout);
}
