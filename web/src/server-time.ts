/** The server's time when the page was opened, in ms, as far as the answers so far prove it; 0 before the first answer. */
let openedAtMs = 0;

/** Notes the time of an answer. An answer from a cache is older than the server's time, so the latest time counts. */
export function noteServerTime(headers: Headers): void {
  const openedMs = Date.parse(headers.get("date") ?? "") - performance.now();
  if (openedMs > openedAtMs) openedAtMs = openedMs;
}

/** The server's time in ms: the clock of a visitor's device may be wrong. 0 before the first answer. */
export const serverTime = (): number => openedAtMs && openedAtMs + performance.now();
