/** The router's key of the entry, and, of this module, how far the page was scrolled down, in px. */
type HistoryState = { key?: string; scrolledTo?: number } | null;
const historyState = () => window.history.state as HistoryState;

/** The position of each history entry by its key, since the page was loaded. */
const positions = new Map<string, number>();

/** The position is written into the entry after scrolling has paused for this time. */
const SCROLL_PAUSE_MS = 200;
/** A page that becomes taller after this time does not scroll any more. */
const MAX_GROWTH_MS = 3000;
const INPUT = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** The position at which the visitor left the entry with this key. */
export function positionOf(key: string): number | undefined {
  const state = historyState();
  return positions.get(key) ?? ((state?.key ?? "default") === key ? state?.scrolledTo : undefined);
}

/**
 * Remembers the position of the entry with this key until the returned function is called. Entries survive a
 * reload and a visit to another site, so the position is stored in the entry too.
 */
export function recordPosition(key: string): () => void {
  const store = () => {
    const state = historyState();
    const scrolledTo = positions.get(key);
    if (scrolledTo === undefined || (state?.key ?? "default") !== key) return;
    window.history.replaceState({ ...state, scrolledTo }, "");
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onScroll = () => {
    positions.set(key, window.scrollY);
    clearTimeout(timer);
    timer = setTimeout(store, SCROLL_PAUSE_MS);
  };
  window.addEventListener("scroll", onScroll);
  window.addEventListener("pagehide", store);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("scroll", onScroll);
    window.removeEventListener("pagehide", store);
  };
}

/**
 * Scrolls to `top`, and again whenever the page grows, because pictures and cards may come later. Stops when
 * the visitor does something, and after three seconds.
 */
export function restorePosition(top: number): () => void {
  const scroll = () => window.scrollTo({ top, behavior: "instant" });
  scroll();
  const observer = new ResizeObserver(scroll);
  observer.observe(document.body);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    INPUT.forEach((name) => window.removeEventListener(name, stop, true));
  };
  const timer = setTimeout(stop, MAX_GROWTH_MS);
  INPUT.forEach((name) => window.addEventListener(name, stop, true));
  return stop;
}
