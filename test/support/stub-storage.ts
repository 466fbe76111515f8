import { onTestFinished, vi } from "vitest";

/** Gives the current test an empty `localStorage`, and removes it after the test: other test files run in the same thread. */
export function stubLocalStorage(): void {
  const values = new Map<string, string>();
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    },
  });
}
