import { afterEach, expect, test, vi } from "vitest";
import { lazyModule, loadLazyModules } from "../../web/src/lazy-module.ts";

afterEach(() => void vi.unstubAllGlobals());

/** Waits until the promises of the mocked imports have settled. */
const waitForPromises = () => new Promise((resolve) => setTimeout(resolve));

test("a module is loaded once, when the page is idle or when a component needs it", async () => {
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

/** Replaces the window and the document; returns functions that tell them of the connection and of the page's return. */
function stubPage() {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const navigator = { onLine: true };
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", document);
  vi.stubGlobal("navigator", navigator);
  return {
    setOnline: (onLine: boolean) => {
      navigator.onLine = onLine;
      window.dispatchEvent(new Event(onLine ? "online" : "offline"));
    },
    setVisibility: (state: "visible" | "hidden") => {
      document.visibilityState = state;
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
}

test.each([
  ["the connection is back", "online"],
  ["the page becomes visible again", "visible"],
])("a failed load is repeated while a component shows the module, when %s", async (_, event) => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const { setOnline, setVisibility } = stubPage();
  const load = vi.fn(() => Promise.resolve("module")).mockRejectedValueOnce(new Error("offline"));
  const lazy = lazyModule(load);
  const unsubscribe = lazy.subscribe(() => undefined);
  lazy.request();
  await waitForPromises();
  setVisibility("hidden");
  setOnline(false);
  setVisibility("visible");
  await waitForPromises();
  expect(load).toHaveBeenCalledTimes(1);
  if (event === "visible") setVisibility("hidden");
  setOnline(true);
  setVisibility("visible");
  await waitForPromises();
  expect([lazy.current(), load.mock.calls.length]).toEqual([{ module: "module", failed: false }, 2]);
  setOnline(true);
  unsubscribe();
  expect(load).toHaveBeenCalledTimes(2);
});

test("a load that fails again and again is repeated 5 times, and the failure stays shown", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const { setOnline } = stubPage();
  const load = vi.fn(() => Promise.reject(new Error("offline")));
  const lazy = lazyModule(load);
  const failures: boolean[] = [];
  lazy.subscribe(() => failures.push(lazy.current().failed));
  lazy.request();
  for (let event = 0; event < 10; event++) {
    await waitForPromises();
    setOnline(true);
  }
  expect([load.mock.calls.length, new Set(failures)]).toEqual([6, new Set([true])]);
  lazy.request();
  await waitForPromises();
  expect(load).toHaveBeenCalledTimes(7);
});
