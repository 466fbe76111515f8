import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

function stubWindow() {
  const storedTexts = new Map<string, string>();
  const page = Object.assign(new EventTarget(), {
    ...{ location: { pathname: "/store" }, scrollY: 0 },
    sessionStorage: {
      getItem: (key: string) => storedTexts.get(key) ?? null,
      setItem: (key: string, value: string) => void storedTexts.set(key, value),
    },
  });
  vi.stubGlobal("window", page);
  return page;
}

test("a tab stores the scroll positions of the history entries that were scrolled last, and drops the others", async () => {
  const page = stubWindow();
  const { positionOf, recordPosition } = await import("../../../web/src/shell/scroll-position.ts");
  const visit = (key: string, scrollY: number) => {
    const stop = recordPosition(key);
    page.scrollY = scrollY;
    page.dispatchEvent(new Event("scroll"));
    page.dispatchEvent(new Event("pagehide"));
    stop();
  };
  for (let i = 0; i < 500; i++) visit(`entry${i}`, i);
  // The visitor goes back to an entry that the next entries would otherwise displace.
  visit("entry450", 7);
  for (let i = 500; i < 560; i++) visit(`entry${i}`, i);
  expect(positionOf("entry559")).toBe(559);

  vi.resetModules();
  const reloaded = await import("../../../web/src/shell/scroll-position.ts");
  expect(reloaded.positionOf("entry559")).toBe(559);
  expect(reloaded.positionOf("entry450")).toBe(7);
  expect(reloaded.positionOf("entry449")).toBeUndefined();
  expect(reloaded.positionOf("entry0")).toBeUndefined();
});

test("an entry's position is recorded without a scroll event, but not in place of a position that is being restored", async () => {
  const page = stubWindow();
  // The page was scrolled before its code ran.
  page.scrollY = 1234;
  const { positionOf, recordPosition } = await import("../../../web/src/shell/scroll-position.ts");
  recordPosition("entry")();
  expect(positionOf("entry")).toBe(1234);
  // After a reload, the page is at first too short for the position that is being restored.
  page.scrollY = 0;
  recordPosition("entry", true)();
  expect(positionOf("entry")).toBe(1234);
});
