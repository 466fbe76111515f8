/** Pure: compares a session at Stripe with its order in the shop. */
import { toDollars } from "../../shared/money.ts";
import { markPaid } from "../orders/payment-rules.ts";
import { isOfLostOrder, isSessionOf } from "../orders/session-owner.ts";
import { applyUnpaidSession, isPaid, paidSessionOf } from "../orders/settle-session.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { mayAwaitWebhook, type Finding, type ListedSession } from "./finding.ts";

/**
 * The difference between a session and the order that it names. Undefined if they agree, while a webhook about them may still
 * arrive, and for another application's session.
 */
export function compareSession(
  session: ListedSession,
  order: StoredOrder | undefined,
  { origin, now }: { origin: string; now: Date },
): Finding | undefined {
  const orderId = session.metadata?.["orderId"];
  if (!orderId || mayAwaitWebhook(session.paidAt ?? session.created, now)) return undefined;
  const ids = { orderId, stripeId: session.id };
  if (!order)
    return isOfLostOrder(orderId, session, origin)
      ? { difference: { kind: "payment-without-order", ...ids, other: toDollars(session.amount_total ?? 0) } }
      : undefined;
  if (!isSessionOf(order, session) || mayAwaitWebhook(order.updatedAt, now)) return undefined;
  if (isPaid(session)) return comparePaid(session, order, now);
  if (session.status === "open" && order.hold.state !== "held")
    return {
      difference: { kind: "session-open", ...ids },
      repair: { by: "close-session", order, sessionId: session.id },
    };
  const isExpiring = session.status === "expired" && mayAwaitWebhook(session.expires_at, now);
  // While a payment is being processed, `applyUnpaidSession` would only extend the hold. `reconcile-checkouts` does the same, so
  // there is no difference to repair. For an order without a hold, the session does not say whether its payment has failed since.
  const isProcessing =
    session.status === "complete" && (order.paymentStatus === "processing" || order.hold.state !== "held");
  if (isExpiring || isProcessing || !applyUnpaidSession(order, session, { by: "stripe", now }))
    return undefined;
  return {
    difference: {
      kind: session.status === "expired" ? "hold-outlived-session" : "payment-not-recorded",
      ...ids,
    },
    repair: { by: "settle-session", order, session },
  };
}

function comparePaid(session: ListedSession, order: StoredOrder, now: Date): Finding | undefined {
  const ids = { orderId: order.orderId, stripeId: session.id };
  const paidSession = paidSessionOf(session);
  const amounts = { shop: order.financialInfo.total, other: toDollars(paidSession.amount) };
  if (order.payment.paidSessionId === session.id) {
    const isSame =
      amounts.shop === amounts.other &&
      (order.payment.paymentIntentId ?? paidSession.paymentIntentId) === paidSession.paymentIntentId;
    return isSame ? undefined : { difference: { kind: "payment-differs", ...ids, ...amounts } };
  }
  const change = markPaid(order, paidSession, { by: "stripe", now });
  if (!change) return undefined;
  return {
    difference: { kind: "payment-not-recorded", ...ids, shop: 0, other: amounts.other },
    repair: { by: "settle-session", order, session },
  };
}
