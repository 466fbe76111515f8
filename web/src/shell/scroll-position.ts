import * as z from "zod/mini";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { storedValue } from "../stored-value.ts";

const storedPositions = storedValue(
  browserStorage.scrollPositions,
  z.record(z.string(), z.number()),
  () => window.sessionStorage,
);

/** The largest number of stored positions. The oldest are dropped. */
const MAX_POSITIONS = 99;

/** How far each history entry was scrolled down, in px, by its key and path. */
const positions = new Map(Object.entries(storedPositions.read() ?? {}));
// The path tells entries apart that have no keys of their own.
const entryNameOf = (key: string) => `${key} ${window.location.pathname}`;

/** A page that grows after this time is not scrolled any more. The pages of a slow phone are complete after five seconds. */
const MAX_RESTORE_MS = 10_000;
const INPUT_EVENTS = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** The position (px) at which the visitor left the current entry, whose key is `key`; undefined if none is stored. */
export const positionOf = (key: string): number | undefined => positions.get(entryNameOf(key));

/**
 * Remembers the position of the current entry, whose key is `key`, until the returned function is called.
 * Entries survive a reload and a visit to another site, so the positions are stored for the tab. `isBeingRestored`: the
 * page may still be too short for the entry's position, so that position stays until the page is scrolled.
 */
export function recordPosition(key: string, isBeingRestored = false): () => void {
  const name = entryNameOf(key);
  const record = () => {
    // Moves the position to the end of the map, because the first positions are dropped.
    positions.delete(name);
    positions.set(name, window.scrollY);
  };
  // The positions are not in the history entry, because browsers drop changes of the history while a page is being
  // left. A scroll just before the page is left has had no event yet, so the position is recorded again here.
  const storePositions = () => {
    record();
    storedPositions.write(Object.fromEntries([...positions].slice(-MAX_POSITIONS)));
  };
  // The visitor may have scrolled the page before its code ran, and a page that opens at its position has no scroll event.
  if (!isBeingRestored) record();
  window.addEventListener("scroll", record);
  window.addEventListener("pagehide", storePositions);
  return () => {
    window.removeEventListener("scroll", record);
    window.removeEventListener("pagehide", storePositions);
  };
}

/**
 * Scrolls to `top` (px), and again whenever the page grows, because pictures and cards may come later. Stops when
 * the visitor uses the page, after ten seconds, or when the returned function is called.
 */
export function restorePosition(top: number): () => void {
  const scroll = () => window.scrollTo({ top, behavior: "instant" });
  scroll();
  const observer = new ResizeObserver(scroll);
  observer.observe(document.body);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    INPUT_EVENTS.forEach((name) => window.removeEventListener(name, stop, true));
  };
  const timer = setTimeout(stop, MAX_RESTORE_MS);
  INPUT_EVENTS.forEach((name) => window.addEventListener(name, stop, true));
  return stop;
}
