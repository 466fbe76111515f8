import { vi } from "vitest";

/** Most waits of the SDKs of AWS and Stripe between two tries are at most this long; their timeouts are longer. */
const LONGEST_BACKOFF_MS = 999;

/** Makes most retries of the SDKs of AWS and Stripe start at once. Their timeouts stay the same. */
export function shortenBackoff(): void {
  const originalSetTimeout = globalThis.setTimeout;
  const setShortTimeout = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    originalSetTimeout(run, ms <= LONGEST_BACKOFF_MS ? 0 : ms, ...args);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(setShortTimeout as typeof setTimeout);
}
