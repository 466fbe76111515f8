/**
 * Gives the current history entry a key, which the router then uses. Without it the first entry of each document
 * has the key 'default', so two visits of one page could not be told apart. Must run before the router is created.
 */
export function addEntryKey(): void {
  const state = window.history.state as { key?: string } | null;
  if (state?.key) return;
  const key = Math.random().toString(36).slice(2, 10);
  window.history.replaceState({ ...state, key }, "");
}
