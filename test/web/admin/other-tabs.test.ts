import { expect, onTestFinished, test, vi } from "vitest";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { watchOtherTabs } from "../../../web/src/features/admin/auth/other-tabs.ts";

test("a sign-in or sign-out in another tab is reported once; other changes of the storage are not reported", () => {
  vi.useFakeTimers();
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const onChange = vi.fn<() => void>();
  const stopWatching = watchOtherTabs(onChange);
  const changesAfter = (...keys: (string | null)[]) => {
    for (const key of keys) window.dispatchEvent(Object.assign(new Event("storage"), { key }));
    vi.advanceTimersByTime(1000);
    return onChange.mock.calls.length;
  };
  const user = "CognitoIdentityServiceProvider.client.ada";
  expect(changesAfter(browserStorage.cart, `${user}.clockDrift`)).toBe(0);
  expect(changesAfter("CognitoIdentityServiceProvider.client.LastAuthUser", `${user}.accessToken`)).toBe(1);
  // The key is null if the whole storage was cleared.
  expect(changesAfter(null)).toBe(2);
  stopWatching();
  expect(changesAfter(null)).toBe(2);
});
