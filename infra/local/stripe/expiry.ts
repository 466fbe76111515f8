import type { Write } from "../util/journal.ts";
import { commitChange } from "./events.ts";
import type { SessionRecord, StripeState } from "./state.ts";
import { expired } from "./transitions.ts";

const LONGEST_TIMER_MS = 60 * 60 * 1_000;

const endOf = ({ session }: SessionRecord): number => session.expires_at * 1_000;

/** Expires open sessions on time; `now` in ms. Call `watch` with the rows of every commit. */
export function createExpiry(state: StripeState, now: () => number, wake: () => void) {
  let timer: NodeJS.Timeout | undefined;
  // No open session ends before this time, so most requests need not search thousands of sessions.
  let next = 0;

  function run(): void {
    const time = now();
    if (time < next) return;
    const open = state.sessions.all().filter(({ session }) => session.status === "open");
    const due = open.filter((record) => endOf(record) <= time);
    for (const record of due) commitChange(state, expired(state, record), time);
    if (due.length > 0) wake();
    const ends = open.map(endOf).filter((end) => end > time);
    next = ends.reduce((least, end) => Math.min(least, end), Infinity);
    schedule();
  }

  function watch(writes: readonly Write[]): void {
    for (const [table, id] of writes) {
      const record = table === "sessions" ? state.sessions.get(id) : undefined;
      if (record?.session.status === "open") next = Math.min(next, endOf(record));
    }
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (next === Infinity) return;
    timer = setTimeout(
      () => {
        run();
        schedule();
      },
      Math.min(Math.max(1, next - now()), LONGEST_TIMER_MS),
    );
    timer.unref();
  }

  return { run, watch, close: () => clearTimeout(timer) };
}
