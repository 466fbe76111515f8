/** The slowest double click, and how far the pointer may move between its two clicks. */
const DOUBLE_CLICK_MS = 700;
const DOUBLE_CLICK_PX = 24;

const discard = (event: Event): void => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Ignores the rest of a key press that opened or closed a dialog: a held key repeats, and would press what
 * has the focus now.
 */
export function ignoreHeldKey(): void {
  const onKey = (event: KeyboardEvent) => {
    if (event.type === "keydown" && event.repeat) return discard(event);
    window.removeEventListener("keydown", onKey, true);
    window.removeEventListener("keyup", onKey, true);
  };
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("keyup", onKey, true);
}

let stopIgnoringClicks: (() => void) | undefined;

/** Accepts every click again. A dialog that opens calls this, because a click in it is no second click. */
export const acceptClicks = (): void => stopIgnoringClicks?.();

/**
 * Ignores the second click of a double click whose first click closed a dialog: it would press what was below
 * the dialog, or select its text.
 */
export function ignoreSecondClick(first: { clientX: number; clientY: number }): void {
  const onClick = (event: MouseEvent) => {
    // A click by the keyboard or a screen reader has no detail.
    if (event.detail === 0) return;
    const distance = Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY);
    if (distance <= DOUBLE_CLICK_PX) discard(event);
  };
  const types = ["mousedown", "click"] as const;
  const stop = () => types.forEach((type) => window.removeEventListener(type, onClick, true));
  types.forEach((type) => window.addEventListener(type, onClick, true));
  stopIgnoringClicks = stop;
  setTimeout(stop, DOUBLE_CLICK_MS);
}
