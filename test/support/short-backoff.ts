import { vi } from "vitest";

/** The SDKs of AWS and Stripe wait at most this long between two tries; their timeouts are longer. */
const LONGEST_BACKOFF_MS = 999;

/** Makes the SDKs of AWS and Stripe retry at once. Their timeouts stay the same. */
export function shortenBackoff(): void {
  const originalSetTimeout = globalThis.setTimeout;
  const setShortTimeout = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    originalSetTimeout(run, ms <= LONGEST_BACKOFF_MS ? 0 : ms, ...args);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(setShortTimeout as typeof setTimeout);
}
