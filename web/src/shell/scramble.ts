import { observeInView } from "../ui/observe-in-view.ts";

/** The time between two changes of the letters. */
export const TICK_MS = 50;
/** The duration of a scramble. */
export const SCRAMBLE_MS = 1200;
/** The time between the starts of two scrambles. */
export const INTERVAL_MS = 15_000;

const GLYPHS = "!<>-_/[]{}=+*?#$%&01";

/**
 * Returns the scrambled `text` after `elapsedMs`. More and more letters from the left are the text's own; the others
 * are random characters. Length and spaces stay the same. `random` returns a number from 0 to below 1.
 */
export function scrambleText(text: string, elapsedMs: number, random: () => number): string {
  const restoredCount = Math.floor((elapsedMs / (SCRAMBLE_MS - TICK_MS)) * text.length);
  return [...text]
    .map((letter, index) =>
      index < restoredCount || letter === " "
        ? letter
        : (GLYPHS[Math.floor(random() * GLYPHS.length)] ?? letter),
    )
    .join("");
}

/**
 * Scrambles `text` when `element` is first in view, and then every 15 s, but not while it is out of view or on a hidden page.
 * `show` gets the text to show. `wasSeen.current`: whether the element was in view before; set when it comes into view. Returns a
 * function that stops the scrambling and shows the text.
 */
export function scrambleInView(
  element: Element,
  text: string,
  wasSeen: { current: boolean },
  show: (text: string) => void,
): () => void {
  let tickTimer: ReturnType<typeof setInterval> | undefined;
  let scrambleTimer: ReturnType<typeof setInterval> | undefined;
  let isInView = false;
  const stopScramble = () => {
    clearInterval(tickTimer);
    show(text);
  };
  const startScramble = () => {
    if (!isInView || document.visibilityState === "hidden") return;
    clearInterval(tickTimer);
    let elapsedMs = 0;
    tickTimer = setInterval(() => {
      elapsedMs += TICK_MS;
      if (elapsedMs >= SCRAMBLE_MS) return stopScramble();
      show(scrambleText(text, elapsedMs, Math.random));
    }, TICK_MS);
  };
  const repeatScramble = () => (scrambleTimer = setInterval(startScramble, INTERVAL_MS));
  const stopObserving = observeInView(element, (newIsInView) => {
    isInView = newIsInView;
    if (!isInView) return stopScramble();
    if (wasSeen.current) return;
    wasSeen.current = true;
    startScramble();
    repeatScramble();
  });
  if (wasSeen.current) repeatScramble();
  return () => {
    clearInterval(scrambleTimer);
    stopObserving();
    stopScramble();
  };
}
