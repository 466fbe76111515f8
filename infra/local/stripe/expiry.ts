import { commitChange } from "./ledger.ts";
import type { StripeState } from "./state.ts";
import { expired } from "./transitions.ts";

const LONGEST_TIMER_MS = 60 * 60 * 1_000;

/** Ends open sessions when their time has come; `now` in ms. */
export function createExpiry(state: StripeState, now: () => number, wake: () => void) {
  let timer: NodeJS.Timeout | undefined;

  const open = () => state.sessions.all().filter(({ session }) => session.status === "open");

  function run(): void {
    const due = open().filter(({ session }) => session.expires_at * 1_000 <= now());
    for (const record of due) commitChange(state, expired(state, record), now());
    if (due.length > 0) wake();
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    const next = Math.min(...open().map(({ session }) => session.expires_at * 1_000));
    if (!Number.isFinite(next)) return;
    timer = setTimeout(run, Math.min(Math.max(1, next - now()), LONGEST_TIMER_MS));
    timer.unref();
  }

  return { run, schedule, close: () => clearTimeout(timer) };
}
