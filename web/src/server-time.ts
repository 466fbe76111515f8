/** The server's time when the page was opened, in ms: the latest that an answer so far has shown. Undefined before the first. */
let openedAtMs: number | undefined;

/** Notes the time of an answer. An answer from a cache is older than the server's time, so the latest time counts. */
export function noteServerTime(headers: Headers): void {
  const openedMs = Date.parse(headers.get("date") ?? "") - performance.now();
  if (openedMs > (openedAtMs ?? 0)) openedAtMs = openedMs;
}

/** The server's time in ms, because the clock of a visitor's device may be wrong; before the first answer, the device's time. */
export const serverTime = (): number =>
  openedAtMs === undefined ? Date.now() : openedAtMs + performance.now();
