import type { Write } from "../util/journal.ts";
import { commitChange } from "./events.ts";
import type { SessionRecord, StripeState } from "./state.ts";
import { expired } from "./transitions.ts";

const endOf = ({ session }: SessionRecord): number => session.expires_at * 1_000;

/** Expires open sessions on time; `now` in ms. Call `watch` with the rows of every commit. */
export function createExpiry(state: StripeState, now: () => number, wake: () => void) {
  // No open session ends before this time, so most requests need not search thousands of sessions.
  let next = 0;

  function run(): void {
    const time = now();
    if (time < next) return;
    const open = state.sessions.all().filter(({ session }) => session.status === "open");
    const due = open.filter((record) => endOf(record) <= time);
    for (const record of due) commitChange(state, expired(state, record), time);
    if (due.length > 0) wake();
    next = open.map(endOf).reduce((least, end) => (end > time ? Math.min(least, end) : least), Infinity);
  }

  function watch(writes: readonly Write[]): void {
    for (const [table, id] of writes) {
      const record = table === "sessions" ? state.sessions.get(id) : undefined;
      if (record?.session.status === "open") next = Math.min(next, endOf(record));
    }
  }

  const timer = setInterval(run, 1_000).unref();
  return { run, watch, close: () => clearInterval(timer) };
}
