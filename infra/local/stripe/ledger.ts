import Stripe from "stripe";
import { newId } from "./ids.ts";
import type { StoredAnswer, StripeEvent, StripeState } from "./state.ts";
import type { Change } from "./transitions.ts";

/** What asked for a change: a request to the API, or nobody (a customer, the passing of time). */
export interface Cause {
  id: string | null;
  idempotency_key: string | null;
}
export const NOBODY: Cause = { id: null, idempotency_key: null };

/**
 * Commits a change with its events, their deliveries and, for a keyed request, its answer: after a crash
 * there is all of it or nothing. `nowMs` in ms.
 */
export function commitChange(
  state: StripeState,
  change: Change,
  nowMs: number,
  cause: Cause = NOBODY,
  answer?: { key: string; stored: StoredAnswer },
): StripeEvent[] {
  const events = change.events.map(([type, object]): StripeEvent => ({
    id: newId.event(),
    object: "event",
    api_version: Stripe.API_VERSION,
    created: Math.floor(nowMs / 1_000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: cause,
    type,
  }));
  const deliveries = events.map((event) =>
    state.deliveries.put(event.id, {
      eventId: event.id,
      lane: change.lane,
      attempts: 0,
      nextAt: nowMs,
      state: "pending",
    }),
  );
  state.journal.commit(
    ...change.writes,
    ...events.map((event) => state.events.put(event.id, event)),
    ...deliveries,
    ...(answer ? [state.answers.put(answer.key, answer.stored)] : []),
  );
  return events;
}
