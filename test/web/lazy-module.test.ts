import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { lazyModule, loadLazyModules } from "../../web/src/lazy-module.ts";

/** The window, the document and the connection, which the tests change. */
const page = {
  window: new EventTarget(),
  document: Object.assign(new EventTarget(), { hidden: false }),
  navigator: { onLine: true },
};
beforeEach(() => Object.entries(page).forEach(([name, value]) => void vi.stubGlobal(name, value)));

function setOnline(onLine: boolean): void {
  page.navigator.onLine = onLine;
  page.window.dispatchEvent(new Event(onLine ? "online" : "offline"));
}
function setHidden(hidden: boolean): void {
  page.document.hidden = hidden;
  page.document.dispatchEvent(new Event("visibilitychange"));
}

/** Waits until the promises of the mocked imports have settled. */
const waitForPromises = () => new Promise((resolve) => setTimeout(resolve));

test("a module that the idle page loads and a component requests is loaded once", async () => {
  const load = vi.fn(() => Promise.resolve("module"));
  const lazy = lazyModule(load);
  loadLazyModules();
  lazy.request();
  await waitForPromises();
  expect([lazy.current(), load.mock.calls.length]).toEqual([{ module: "module", failed: false }, 1]);
});

test("an event handler gets the module, or the reason why it cannot be loaded", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const load = vi.fn(() => Promise.resolve("module"));
  const lazy = lazyModule(load);
  expect(await Promise.all([lazy.load(), lazy.load()])).toEqual(["module", "module"]);
  expect(load).toHaveBeenCalledTimes(1);
  await expect(lazyModule(() => Promise.reject(new Error("offline"))).load()).rejects.toThrow("offline");
});

test("a failed load is reported only while a component needs the module, and a later request loads the module again", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  let isOnline = false;
  const lazy = lazyModule(() =>
    isOnline ? Promise.resolve("module") : Promise.reject(new Error("offline")),
  );
  loadLazyModules();
  await waitForPromises();
  expect(lazy.current()).toEqual({ failed: false });
  lazy.request();
  await waitForPromises();
  expect(lazy.current()).toEqual({ failed: true });
  lazy.release();
  expect(lazy.current()).toEqual({ failed: false });
  isOnline = true;
  lazy.request();
  await waitForPromises();
  expect(lazy.current()).toEqual({ module: "module", failed: false });
});

test("a module that is registered after the page was idle is loaded at once", async () => {
  loadLazyModules();
  const lazy = lazyModule(() => Promise.resolve("module"));
  await waitForPromises();
  expect(lazy.current()).toEqual({ module: "module", failed: false });
});

test.each([
  ["the connection is back", "online"],
  ["the page becomes visible again", "visible"],
])("a module that could not be loaded is loaded again when %s", async (_, event) => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const load = vi.fn(() => Promise.resolve("module")).mockRejectedValueOnce(new Error("offline"));
  const lazy = lazyModule(load);
  lazy.request();
  loadLazyModules();
  await waitForPromises();
  setHidden(true);
  setOnline(false);
  setHidden(false);
  await waitForPromises();
  expect(load).toHaveBeenCalledTimes(1);
  if (event === "visible") setHidden(true);
  setOnline(true);
  setHidden(false);
  await waitForPromises();
  expect([lazy.current(), load.mock.calls.length]).toEqual([{ module: "module", failed: false }, 2]);
  setOnline(true);
  expect(load).toHaveBeenCalledTimes(2);
});

test("after 5 failures, which stay shown, a module is loaded only by a request", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const load = vi.fn(() => Promise.reject(new Error("offline")));
  const lazy = lazyModule(load);
  const failures: boolean[] = [];
  lazy.subscribe(() => failures.push(lazy.current().failed));
  lazy.request();
  for (let event = 0; event < 10; event++) {
    await waitForPromises();
    setOnline(true);
  }
  expect([load.mock.calls.length, new Set(failures)]).toEqual([5, new Set([true])]);
  lazy.request();
  await waitForPromises();
  expect(load).toHaveBeenCalledTimes(6);
});

test("a module that cannot be loaded right after the connection is back is loaded again a few seconds later", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const load = vi
    .fn(() => Promise.resolve("module"))
    .mockRejectedValueOnce(new Error("offline"))
    .mockRejectedValueOnce(new Error("the network is not ready"));
  const lazy = lazyModule(load);
  lazy.request();
  loadLazyModules();
  await vi.advanceTimersByTimeAsync(0);
  setOnline(false);
  setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect([lazy.current(), load.mock.calls.length]).toEqual([{ module: "module", failed: false }, 3]);
});
