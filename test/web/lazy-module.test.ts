import { expect, test, vi } from "vitest";
import { lazyModule, loadLazyModules } from "../../web/src/lazy-module.ts";

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
