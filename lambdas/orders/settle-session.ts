import type Stripe from "stripe";
import { applyChange, StockShort } from "./apply-change.ts";
import type { Actor, Change } from "./change.ts";
import { putPayment } from "./order-table.ts";
import type { PaidSession } from "./payment-rules.ts";
import { endHold, markPaid, markProcessing, refundUnfulfillable } from "./payment-rules.ts";
import type { StoredOrder } from "./stored-order.ts";

/** The fields of a Stripe session that the shop reads, from the API or from an event. */
export type SessionState = Pick<
  Stripe.Checkout.Session,
  "id" | "status" | "payment_status" | "payment_intent" | "amount_total"
>;

type Options = { now: Date; by: string; stripeEventId?: string };

/**
 * Brings an order to the state of its Stripe session: paid, processing or expired. Commutative and
 * idempotent. `initialOrder` is the order as the caller has read it. Returns the order after the change.
 */
export async function settleSession(
  initialOrder: StoredOrder,
  session: SessionState,
  options: Options,
): Promise<StoredOrder> {
  const { payment_status, status } = session;
  if (payment_status === "paid" || payment_status === "no_payment_required")
    return settlePaid(initialOrder, session, options);
  const actor: Actor = { by: options.by, now: options.now };
  const decide = (order: StoredOrder): Change | undefined => {
    if (status === "expired") return endHold(order, "expired", session.id, actor);
    return status === "complete" ? markProcessing(order, actor) : undefined;
  };
  return applyChange(initialOrder.orderId, decide, { ...options, initialOrder });
}

/** Ends the hold of an order whose delayed payment failed. */
export const settleFailed = (
  initialOrder: StoredOrder,
  sessionId: string,
  options: Options,
): Promise<StoredOrder> =>
  applyChange(
    initialOrder.orderId,
    (order) => endHold(order, "failed", sessionId, { by: options.by, now: options.now }),
    { ...options, initialOrder },
  );

async function settlePaid(
  initialOrder: StoredOrder,
  session: SessionState,
  options: Options,
): Promise<StoredOrder> {
  const { orderId } = initialOrder;
  const { payment_intent: intent } = session;
  const paid: PaidSession = {
    sessionId: session.id,
    paymentIntentId: (typeof intent === "string" ? intent : intent?.id) ?? session.id,
    amount: session.amount_total ?? 0,
  };
  const actor: Actor = { by: options.by, now: options.now };
  const extraWrites =
    initialOrder.payment.paidSessionId === paid.sessionId ? [] : [putPayment(paid.paymentIntentId, orderId)];
  try {
    return await applyChange(orderId, (order) => markPaid(order, paid, actor), {
      ...options,
      initialOrder,
      extraWrites,
    });
  } catch (error) {
    if (!(error instanceof StockShort)) throw error;
    // The hold had ended, and other customers have bought the pieces.
    return applyChange(orderId, (order) => refundUnfulfillable(order, paid, "sold-out", actor), {
      ...options,
      extraWrites,
    });
  }
}
