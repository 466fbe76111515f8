/** Asked again while somebody uses the page, and after a minute of rest; both in ms. */
const BUSY = 5_000;
const RESTING = 30_000;
const REST_AFTER = 60_000;
const ACTIVITY = ["pointermove", "pointerdown", "keydown", "scroll", "touchstart"] as const;

/**
 * Calls `ask` at once and again and again, never twice at the same time: every 5 s (or
 * `busy` ms) in use, every 30 s at rest, not while the page is
 * hidden, at once when it comes back. Answers how to stop, which aborts the signal that `ask` was given.
 */
export function pollWhileInUse(ask: (signal: AbortSignal) => Promise<void>, busy = BUSY): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let lastActive = Date.now();

  const hidden = () => document.visibilityState === "hidden";
  const schedule = () => {
    clearTimeout(timer);
    if (signal.aborted || hidden()) return;
    timer = setTimeout(look, Date.now() - lastActive < REST_AFTER ? busy : RESTING);
  };
  const look = () => {
    if (asking || signal.aborted || hidden()) return;
    asking = true;
    void ask(signal).finally(() => {
      asking = false;
      schedule();
    });
  };
  const active = () => {
    const rested = Date.now() - lastActive >= REST_AFTER;
    lastActive = Date.now();
    if (rested) schedule();
  };
  const back = () => {
    active();
    look();
  };
  document.addEventListener("visibilitychange", back, { signal });
  window.addEventListener("focus", back, { signal });
  ACTIVITY.forEach((name) => window.addEventListener(name, active, { signal, passive: true }));
  look();
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}
