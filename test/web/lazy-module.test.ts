import { expect, test, vi } from "vitest";
import { lazyModule, loadLazyModules } from "../../web/src/lazy-module.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a module is loaded once, when the page is idle or when a component needs it", async () => {
  const load = vi.fn(() => Promise.resolve("module"));
  const lazy = lazyModule(load);
  loadLazyModules();
  lazy.request();
  await settled();
  expect([lazy.current(), load.mock.calls.length]).toEqual([{ module: "module", failed: false }, 1]);
});

test("a failure counts only for a component that needs the module, until it tries again or needs it no more", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  let isOnline = false;
  const lazy = lazyModule(() =>
    isOnline ? Promise.resolve("module") : Promise.reject(new Error("offline")),
  );
  loadLazyModules();
  await settled();
  expect(lazy.current()).toEqual({ failed: false });
  lazy.request();
  await settled();
  expect(lazy.current()).toEqual({ failed: true });
  lazy.release();
  expect(lazy.current()).toEqual({ failed: false });
  isOnline = true;
  lazy.request();
  await settled();
  expect(lazy.current()).toEqual({ module: "module", failed: false });
});
