import type Stripe from "stripe";
import { getSubscriber } from "../newsletter/subscriber-table.ts";
import { withCurrentEventsOfLines } from "../tickets/current-event-table.ts";
import { applyChange, SoldOutError } from "./apply-change.ts";
import type { Actor, Change } from "./change.ts";
import { putConsent } from "./consent-table.ts";
import { putNumber } from "./order-number-table.ts";
import { putPayment, putSession } from "./order-table.ts";
import type { PaidSession } from "./payment-rules.ts";
import { endHold, hasPastEvent, markPaid, markProcessing, refundUnfulfillable } from "./payment-rules.ts";
import { recordSubscriber } from "./record-subscriber.ts";
import type { StoredOrder } from "./stored-order.ts";

/** The fields of a Stripe session that the shop reads, from the API or from an event. */
export type SessionState = Pick<
  Stripe.Checkout.Session,
  "id" | "status" | "payment_status" | "payment_intent" | "amount_total"
>;

/** The payment of a session that was paid. If nothing was to be paid, the session's id takes the place of the payment's. */
export function paidSessionOf({ id, payment_intent: intent, amount_total }: SessionState): PaidSession {
  const intentId = typeof intent === "string" ? intent : intent?.id;
  return { sessionId: id, paymentIntentId: intentId ?? id, amount: amount_total ?? 0 };
}

export const isPaid = ({ payment_status }: Pick<SessionState, "payment_status">): boolean =>
  payment_status === "paid" || payment_status === "no_payment_required";

/** The change of an order whose session is not paid; undefined if nothing changes. */
export function applyUnpaidSession(
  order: StoredOrder,
  session: SessionState,
  actor: Actor,
): Change | undefined {
  if (session.status === "expired") return endHold(order, "expired", session.id, actor);
  return session.status === "complete" ? markProcessing(order, actor) : undefined;
}

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
  if (isPaid(session)) return settlePaidSession(initialOrder, session, options);
  const actor: Actor = { by: options.by, now: options.now };
  return applyChange(initialOrder.orderId, (order) => applyUnpaidSession(order, session, actor), {
    ...options,
    initialOrder,
  });
}

/** Ends the hold of an order whose delayed payment failed. If the hold has ended before, only records the failure. */
export const settleFailedPayment = (
  initialOrder: StoredOrder,
  sessionId: string,
  options: Options,
): Promise<StoredOrder> =>
  applyChange(
    initialOrder.orderId,
    (order) => endHold(order, "failed", sessionId, { by: options.by, now: options.now }),
    { ...options, initialOrder },
  );

async function settlePaidSession(
  initialOrder: StoredOrder,
  session: SessionState,
  options: Options,
): Promise<StoredOrder> {
  const settledOrder = await recordPayment(initialOrder, session, options);
  await recordSubscriber(settledOrder);
  return settledOrder;
}

/** The writes of the items by which a paid order is found: by its number, and by a withdrawal of its consent. */
export const paidWrites = (order: StoredOrder, now: Date) => [
  ...putConsent(order, "paid", now),
  ...putNumber(order),
];

/** The order with its consent to the newsletter confirmed, if its email address has confirmed a consent before. */
export function withConfirmedConsent(order: StoredOrder, hasConfirmed: boolean): StoredOrder {
  if (!hasConfirmed || !order.consentWaits) return order;
  const { consentWaits: _, ...orderFields } = order;
  return { ...orderFields, marketingConsent: true };
}

/** Whether the consent of this order is not confirmed, but its email address has confirmed a consent before. */
export async function hasConfirmedBefore({ consentWaits, billingInfo }: StoredOrder): Promise<boolean> {
  if (!consentWaits || !billingInfo) return false;
  return (await getSubscriber(billingInfo.email))?.state === "agreed";
}

async function recordPayment(
  initialOrder: StoredOrder,
  session: SessionState,
  options: Options,
): Promise<StoredOrder> {
  const { orderId } = initialOrder;
  const paidSession = paidSessionOf(session);
  const hasConfirmed = await hasConfirmedBefore(initialOrder);
  const actor: Actor = { by: options.by, now: options.now };
  const isRecorded = initialOrder.payment.paidSessionId === paidSession.sessionId;
  // The current dates decide, because an admin may have changed the date of an event since the checkout.
  const items = isRecorded ? [] : await withCurrentEventsOfLines(initialOrder.items);
  const isLate = hasPastEvent(items, options.now);
  const extraWrites = isRecorded
    ? []
    : [
        putPayment(paidSession.paymentIntentId, orderId),
        putSession(paidSession.sessionId, orderId),
        ...paidWrites(initialOrder, options.now),
      ];
  try {
    return await applyChange(
      orderId,
      (order) => markPaid(withConfirmedConsent(order, hasConfirmed), paidSession, actor, isLate),
      {
        ...options,
        initialOrder,
        extraWrites,
      },
    );
  } catch (error) {
    if (!(error instanceof SoldOutError)) throw error;
    // The hold had ended before the payment, and its pieces are no longer for sale.
    return applyChange(orderId, (order) => refundUnfulfillable(order, paidSession, "sold-out", actor), {
      ...options,
      extraWrites,
    });
  }
}
