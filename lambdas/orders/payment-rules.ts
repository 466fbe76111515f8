/** Pure rules for payments. Each rule returns undefined when it changes nothing. */
import { PAID_AFTER_EVENT } from "../../shared/customer-promises.ts";
import { isEventOver } from "../../shared/event-facts.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import { toEventItem } from "../../shared/order.ts";
import type { UnfulfilledReason } from "../../shared/order-status.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { AttentionCause } from "../../shared/attention.ts";
import { closeAttention, raiseAttention } from "./attention-rules.ts";
import type { Actor, Change, EventBody } from "./change.ts";
import { withHistory } from "./change.ts";
import { withBalance } from "./balance-rules.ts";
import { amountFields } from "./event-amounts.ts";
import { addRefundRequest } from "./refund-rules.ts";
import { automaticRefundId, type StoredOrder } from "./stored-order.ts";

/** A Stripe session that was paid. `amount` is in cents. */
export type PaidSession = { sessionId: string; paymentIntentId: string; amount: number };

/** A delayed payment may take days. While Stripe processes the payment, the order's hold is extended by this time repeatedly. */
const PROCESSING_MS = 86_400_000;

/** Whether an event of these items is over. */
export const hasPastEvent = (items: StoredOrder["items"], now: Date): boolean =>
  items.some((item) => isEventOver(item, +now));

/**
 * Marks the order as paid, once. A second payment, or a payment of a cancelled order, is refunded. `isLate`: an event of the order
 * was over when the payment arrived (by default, the date that the order stores decides). Such a payment raises attention,
 * because the tickets could not be used.
 */
export function markPaid(
  order: StoredOrder,
  paidSession: PaidSession,
  actor: Actor,
  isLate = hasPastEvent(order.items, actor.now),
): Change | undefined {
  if (order.payment.paidSessionId === paidSession.sessionId) return undefined;
  if (order.payment.paidSessionId) return refundSecondPayment(order, paidSession, actor);
  if (order.orderStatus === ORDER_STATUS.cancelled)
    return refundUnfulfillable(order, paidSession, "cancelled", actor);
  const isExact = paidSession.amount === toCents(order.financialInfo.total);
  const paidOrder = withPayment(order, paidSession, actor, isExact ? undefined : "amount-differs", "sold");
  const recordedOrder = isExact
    ? paidOrder
    : withHistory(paidOrder, actor, {
        what: "Paid another amount than the total",
        to: toDollars(paidSession.amount),
      });
  const nextOrder = isLate ? withLatePayment(recordedOrder, paidSession, actor) : recordedOrder;
  return { order: nextOrder, events: paidEvents(nextOrder) };
}

/** The cause is 'other', because earlier versions of the shop cannot read an order with an unknown cause. */
const withLatePayment = (order: StoredOrder, { paymentIntentId }: PaidSession, actor: Actor): StoredOrder =>
  withHistory(withBalance(raiseAttention(order, "other", paymentIntentId, actor)), actor, {
    what: PAID_AFTER_EVENT,
  });

/** Marks a free order as paid, once, while it holds its pieces. */
export function markFreeOrderPaid(order: StoredOrder, sessionId: string, actor: Actor): Change | undefined {
  if (order.payment.paidSessionId || order.hold.state !== "held") return undefined;
  const payment = { ...order.payment, paidSessionId: sessionId, paidAt: actor.now.toISOString() };
  const paidOrder = withBalance({ ...order, hold: { ...order.hold, state: "sold" }, payment });
  const nextOrder = withHistory(paidOrder, actor, {
    what: "payment",
    from: order.paymentStatus,
    to: paidOrder.paymentStatus,
  });
  return { order: nextOrder, events: paidEvents(nextOrder) };
}

const paidEvents = (order: StoredOrder): EventBody[] => [
  {
    type: "OrderPaid",
    ...amountFields(order),
    paymentStatus: order.paymentStatus,
    ...(order.orderNumber === undefined ? {} : { orderNumber: order.orderNumber }),
  },
  contactEvent(order),
];

/** The event with the customer's data and consent. Throws if the data was erased. */
export const contactEvent = (order: StoredOrder): EventBody => ({
  type: "OrderContact",
  billingInfo: billingOf(order),
  ...(order.shippingInfo ? { shippingInfo: order.shippingInfo } : {}),
  marketingConsent: order.marketingConsent,
});

const REFUND_REASON = {
  "sold-out": "Paid after the last item was sold",
  cancelled: "Paid after it was cancelled",
} as const satisfies Record<UnfulfilledReason, string>;

/** Refunds a payment of an order that is sold out or cancelled, and raises attention. */
export function refundUnfulfillable(
  order: StoredOrder,
  paidSession: PaidSession,
  why: UnfulfilledReason,
  actor: Actor,
): Change | undefined {
  if (order.payment.paidSessionId === paidSession.sessionId) return undefined;
  const paidOrder = { ...withPayment(order, paidSession, actor, "paid-in-vain", "short"), unfulfilled: why };
  return addRefundRequest(
    paidOrder,
    {
      refundId: automaticRefundId(paidSession.paymentIntentId),
      amount: paidSession.amount,
      reason: REFUND_REASON[why],
      cause: why,
      paymentIntentId: paidSession.paymentIntentId,
    },
    actor,
  );
}

/**
 * Turns a paid order that could not be fulfilled into a sale. The shop must still have the order's money. `applyChange`
 * takes the order's pieces.
 */
export function clearUnfulfilled(order: StoredOrder): Change {
  const { unfulfilled: _, ...fulfilledOrder } = order;
  const nextOrder = withBalance(
    closeAttention(
      { ...fulfilledOrder, hold: { ...order.hold, state: "sold" } },
      ({ cause }) => cause === "paid-in-vain",
    ),
  );
  return { order: nextOrder, events: paidEvents(nextOrder) };
}

/** The reason of the refund of a second payment, and the history entry for this payment; the entry's `to` is the session's id. */
export const PAID_TWICE = "Paid twice";

function refundSecondPayment(order: StoredOrder, paidSession: PaidSession, actor: Actor): Change | undefined {
  if (order.refunds.some((refund) => refund.paymentIntentId === paidSession.paymentIntentId))
    return undefined;
  return addRefundRequest(
    withHistory(order, actor, { what: PAID_TWICE, to: paidSession.sessionId }),
    {
      refundId: automaticRefundId(paidSession.paymentIntentId),
      amount: paidSession.amount,
      reason: PAID_TWICE,
      cause: "paid-twice",
      paymentIntentId: paidSession.paymentIntentId,
    },
    actor,
  );
}

function withPayment(
  order: StoredOrder,
  paidSession: PaidSession,
  actor: Actor,
  attentionCause: AttentionCause | undefined,
  holdState: StoredOrder["hold"]["state"],
): StoredOrder {
  const paidOrder: StoredOrder = {
    ...order,
    hold: { ...order.hold, state: holdState },
    payment: {
      ...order.payment,
      paidSessionId: paidSession.sessionId,
      paymentIntentId: paidSession.paymentIntentId,
      paidAt: actor.now.toISOString(),
    },
  };
  const nextOrder = withBalance(
    attentionCause
      ? raiseAttention(paidOrder, attentionCause, paidSession.paymentIntentId, actor)
      : paidOrder,
  );
  return withHistory(nextOrder, actor, {
    what: "payment",
    from: order.paymentStatus,
    to: nextOrder.paymentStatus,
  });
}

/**
 * The customer chose a delayed payment method. The hold stays until the payment succeeds or fails. If the hold has ended,
 * because an admin cancelled the order when the customer had just completed the payment page, the payment is processed all the
 * same.
 */
export function markProcessing(order: StoredOrder, actor: Actor): Change | undefined {
  if (order.payment.paidSessionId) return undefined;
  const endsAt = new Date(+actor.now + PROCESSING_MS).toISOString();
  const hold = order.hold.state === "held" ? { ...order.hold, endsAt } : order.hold;
  if (order.paymentStatus === "processing") {
    return order.hold.state === "held" && order.hold.endsAt <= actor.now.toISOString()
      ? { order: { ...order, hold }, events: [] }
      : undefined;
  }
  if (order.paymentStatus !== "unpaid" && order.paymentStatus !== "expired") return undefined;
  return {
    order: withHistory({ ...order, paymentStatus: "processing", hold }, actor, {
      what: "payment",
      from: order.paymentStatus,
      to: "processing",
    }),
    events: [],
  };
}

/**
 * expired: not paid in time, or ended early because another buyer needed the pieces. failed: a delayed payment failed. released:
 * the customer left or began another checkout, or the order was cancelled. refused: Stripe opened no session, or one with
 * another amount than the total.
 */
export type HoldEnd = "expired" | "failed" | "released" | "refused";

/**
 * Ends the hold of an unpaid order, once. Does nothing if the order has another session than `sessionId`. If the hold has ended
 * before, only records that a delayed payment failed.
 */
export function endHold(
  order: StoredOrder,
  reason: HoldEnd,
  sessionId: string | undefined,
  actor: Actor,
): Change | undefined {
  const isOtherSession =
    sessionId !== undefined && order.stripeSessionId !== undefined && order.stripeSessionId !== sessionId;
  if (order.payment.paidSessionId || isOtherSession) return undefined;
  if (order.hold.state !== "held") return reason === "failed" ? markFailed(order, actor) : undefined;
  const paymentStatus = reason === "failed" || reason === "refused" ? "failed" : "expired";
  return {
    order: withHistory({ ...order, paymentStatus, hold: { ...order.hold, state: "released" } }, actor, {
      what: "payment",
      from: order.paymentStatus,
      to: paymentStatus,
    }),
    events: [{ type: "CheckoutExpired", items: order.items.map(toEventItem), reason }],
  };
}

/** Records that a delayed payment has failed, for an order whose hold ended before. */
function markFailed(order: StoredOrder, actor: Actor): Change | undefined {
  const { paymentStatus: from } = order;
  if (from !== "processing" && from !== "expired") return undefined;
  const entry = { what: "payment", from, to: "failed" };
  return { order: withHistory({ ...order, paymentStatus: "failed" }, actor, entry), events: [] };
}

function billingOf(order: StoredOrder) {
  if (!order.billingInfo) throw new Error(`Order ${order.orderId} has no billing information`);
  return order.billingInfo;
}
