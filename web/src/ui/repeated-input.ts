/** The slowest double click, and how far the pointer may move between its two clicks. */
const DOUBLE_CLICK_MS = 700;
const DOUBLE_CLICK_PX = 24;

const discard = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Calls `listener` before all other listeners of these events. Returns a function that removes the listener.
 */
function listenFirst<K extends "mousedown" | "click" | "keydown" | "keyup">(
  types: readonly K[],
  listener: (event: WindowEventMap[K]) => void,
): () => void {
  const controller = new AbortController();
  for (const type of types)
    window.addEventListener(type, listener, { capture: true, signal: controller.signal });
  return () => controller.abort();
}

/**
 * Ignores the rest of a key press that opened or closed a dialog: a held key repeats, and would press what
 * has the focus now.
 */
export function ignoreHeldKey(): void {
  const stop = listenFirst(["keydown", "keyup"], (event) =>
    event.type === "keydown" && event.repeat ? discard(event) : stop(),
  );
}

let stopIgnoringClicks: (() => void) | undefined;

/** Accepts every click again. A dialog that opens calls this, because a click in it is no second click. */
export const acceptClicks = (): void => stopIgnoringClicks?.();

/**
 * Ignores the second click of a double click whose first click closed a dialog. The second click would press what was below
 * the dialog, or select text there.
 */
export function ignoreSecondClick(firstClick: { clientX: number; clientY: number }): void {
  stopIgnoringClicks = listenFirst(["mousedown", "click"], (event) => {
    // A click by the keyboard or a screen reader has a detail of 0.
    if (event.detail === 0) return;
    const distance = Math.hypot(event.clientX - firstClick.clientX, event.clientY - firstClick.clientY);
    if (distance <= DOUBLE_CLICK_PX) discard(event);
  });
  setTimeout(stopIgnoringClicks, DOUBLE_CLICK_MS);
}
