import { expect, test, vi } from "vitest";
import { observeInView } from "../../web/src/ui/observe-in-view.ts";

test("of several changes that the browser reports at once, the newest counts", () => {
  let report = (_changes: { isIntersecting: boolean }[]): void => undefined;
  const disconnect = vi.fn<() => void>();
  class Observer {
    observe = vi.fn<() => void>();
    disconnect = disconnect;
    constructor(callback: typeof report) {
      report = callback;
    }
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  const onChange = vi.fn<(isInView: boolean) => void>();
  // A stubbed observer does not use the element.
  const stop = observeInView({} as Element, onChange);
  report([{ isIntersecting: true }]);
  report([{ isIntersecting: true }, { isIntersecting: false }]);
  expect(onChange.mock.calls).toEqual([[true], [false]]);
  stop();
  expect(disconnect).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
