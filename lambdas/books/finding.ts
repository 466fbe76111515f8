import type Stripe from "stripe";
import type { Difference } from "../../shared/books.ts";
import type { RefundOrDisputeEvent } from "../orders/refund-or-dispute.ts";
import type { SessionState } from "../orders/settle-session.ts";
import type { StoredOrder } from "../orders/stored-order.ts";

/** How to bring an order into agreement with Stripe, or its stock into agreement with the order. */
export type Repair =
  | { by: "settle-session"; order: StoredOrder; session: SessionState }
  | { by: "close-session"; order: StoredOrder; sessionId: string }
  | { by: "apply-event"; event: RefundOrDisputeEvent }
  | { by: "end-hold"; order: StoredOrder }
  | { by: "settle-stock"; order: StoredOrder };

/** A difference, and its repair if one is safe. */
export type Finding = { difference: Difference; repair?: Repair };

/** The fields of a listed session that are compared. `paidAt` is in epoch seconds: see stripe-lists.ts. */
export type ListedSession = SessionState &
  Pick<
    Stripe.Checkout.Session,
    "created" | "currency" | "client_reference_id" | "success_url" | "metadata" | "expires_at"
  > & { paidAt?: number };

/** Within this time after a change, its webhook normally arrives. */
const USUAL_WEBHOOK_DELAY_MS = 10 * 60_000;
/** Longer than a queue repeats a message about a change: see shared/retries.ts. */
const MAX_QUEUE_DELAY_MS = 8 * 3_600_000;

/** Whether the webhook about a change at `at` (epoch seconds or ISO 8601) may still arrive. */
export const mayAwaitWebhook = (at: number | string, now: Date): boolean =>
  timeOf(at) > +now - USUAL_WEBHOOK_DELAY_MS;
/** Whether a message about a change at `at` (epoch seconds or ISO 8601) may still be in a queue. */
export const mayBeQueued = (at: number | string, now: Date): boolean =>
  timeOf(at) > +now - MAX_QUEUE_DELAY_MS;

/** The time in ms, from epoch seconds, as Stripe writes them, or from ISO 8601. */
const timeOf = (at: number | string): number => (typeof at === "number" ? at * 1000 : Date.parse(at));
