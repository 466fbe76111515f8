import Stripe from "stripe";
import { newId } from "./ids.ts";
import type { StoredAnswer, StripeEvent, StripeState } from "./state.ts";
import type { Change } from "./transitions.ts";

type ApiRequest = StripeEvent["request"];

/**
 * Commits a change, its events, their deliveries and, for a request with an idempotency key, the answer: all
 * or nothing, even if the process crashes. `apiRequest`: the request that caused the change; a customer's
 * action or an expiry has none.
 */
export function commitChange(
  state: StripeState,
  change: Change,
  nowMs: number,
  apiRequest: ApiRequest = { id: null, idempotency_key: null },
  keyedAnswer?: { key: string; answer: StoredAnswer },
): void {
  const writes = change.events.flatMap(([type, object]) => {
    const event: StripeEvent = {
      id: newId.event(),
      object: "event",
      api_version: Stripe.API_VERSION,
      created: Math.floor(nowMs / 1_000),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: apiRequest,
      type,
    };
    const delivery = {
      eventId: event.id,
      orderingKey: change.orderingKey,
      attempts: 0,
      nextAt: nowMs,
      state: "pending",
    } as const;
    return [state.events.putWrite(event.id, event), state.deliveries.putWrite(event.id, delivery)];
  });
  if (keyedAnswer) writes.push(state.answers.putWrite(keyedAnswer.key, keyedAnswer.answer));
  state.journal.commit(...change.writes, ...writes);
}
