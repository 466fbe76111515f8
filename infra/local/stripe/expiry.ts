import type { Write } from "../util/journal.ts";
import { commitChange } from "./events.ts";
import type { SessionRecord, StripeState } from "./state.ts";
import { expiredChange } from "./transitions.ts";

const expiresAtMs = ({ session }: SessionRecord): number => session.expires_at * 1_000;

/** Expires open sessions on time; `now` in ms. `trackSessions` must get the writes of every change by the API. */
export function createExpiry(state: StripeState, now: () => number, sendDueWebhooks: () => void) {
  // When the next open session expires. Until then, requests need not search thousands of sessions.
  let nextExpiryMs = 0;

  function expireDue(): void {
    const nowMs = now();
    if (nowMs < nextExpiryMs) return;
    const openSessions = state.sessions.all().filter(({ session }) => session.status === "open");
    const dueSessions = openSessions.filter((record) => expiresAtMs(record) <= nowMs);
    for (const record of dueSessions) commitChange(state, expiredChange(state, record), nowMs);
    if (dueSessions.length > 0) sendDueWebhooks();
    nextExpiryMs = Math.min(...openSessions.map(expiresAtMs).filter((endMs) => endMs > nowMs));
  }

  function trackSessions(writes: readonly Write[]): void {
    for (const [table, id] of writes) {
      const record = table === "sessions" ? state.sessions.get(id) : undefined;
      if (record?.session.status === "open") nextExpiryMs = Math.min(nextExpiryMs, expiresAtMs(record));
    }
  }

  const timer = setInterval(expireDue, 1_000).unref();
  return { expireDue, trackSessions, close: () => clearInterval(timer) };
}
