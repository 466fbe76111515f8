import type { Location } from "./location.ts";
import { DEFAULT_KEY, hrefOf } from "./location.ts";

/**
 * What the router keeps in an entry of the browser's history. `index` is 0 for an entry that opened a document, and one more for
 * each entry after it in that document.
 */
type HistoryEntry = { key: string; index: number; state: unknown };

/** The current entry; null if the browser added it: for a new document, or for a link to a hash. */
export const currentEntry = (): HistoryEntry | null => window.history.state as HistoryEntry | null;

export const createKey = (): string => Math.random().toString(36).slice(2, 10);

export function readLocation(): Location {
  const { pathname, search, hash } = window.location;
  const { key = DEFAULT_KEY, state = null } = currentEntry() ?? {};
  return { pathname, search, hash, key, state };
}

/**
 * Gives the current entry a key and an index, unless it has a key. Without a key the first entry of each document would have the
 * key 'default', so two visits of one page could not be told apart.
 */
export function addEntryKey(index = 0): void {
  if (currentEntry()?.key) return;
  window.history.replaceState({ key: createKey(), index, state: null } satisfies HistoryEntry, "");
}

/** Writes a location into the browser's history, as a new entry or instead of the current entry. */
export function writeLocation(location: Location, shouldReplace: boolean): void {
  const index = (currentEntry()?.index ?? 0) + (shouldReplace ? 0 : 1);
  const entry: HistoryEntry = { key: location.key, index, state: location.state };
  const href = window.location.origin + hrefOf(location);
  if (shouldReplace) window.history.replaceState(entry, "", href);
  else window.history.pushState(entry, "", href);
}
