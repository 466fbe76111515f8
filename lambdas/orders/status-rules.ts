/** Pure rules of an admin's changes. */
import { toCents } from "../../shared/money.ts";
import type { OrderStatus } from "../../shared/order-status.ts";
import { ORDER_STATUS, ORDER_STATUS_LABEL } from "../../shared/order-status.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { endHold } from "./payment-rules.ts";
import { requestRefund, REFUNDED_BY_SHOP, refundable } from "./refund-rules.ts";
import type { StoredOrder } from "./stored-order.ts";

export type StatusChange = {
  to: OrderStatus;
  refund: boolean;
  restock: boolean;
  refundId: string;
  tracking?: string | undefined;
};

/**
 * Changes the status; `statusRefusal` has allowed it. Cancelling ends an unpaid order's hold, and refunds and restocks a
 * paid one as requested. Reopening a paid order retakes its pieces (the caller answers 409 when they are sold out).
 */
export function changeStatus(order: StoredOrder, change: StatusChange, actor: Actor): Change | undefined {
  const from = order.orderStatus;
  const { to, tracking } = change;
  const sameTracking = tracking === undefined || tracking === (order.tracking ?? "");
  if (from === to && sameTracking) return undefined;
  const base = from === to ? order : withHistory({ ...order, orderStatus: to }, actor, statusNote(from, to));
  const next = sameTracking
    ? base
    : withHistory({ ...base, tracking }, actor, { what: "tracking", to: tracking });
  if (to === ORDER_STATUS.cancelled && from !== to) return cancel(next, from, change, actor);
  const reopened =
    from === ORDER_STATUS.cancelled && order.hold.state === "released" && order.payment.paidSessionId;
  return {
    order: reopened ? { ...next, hold: { ...next.hold, state: "sold" } } : next,
    events: [{ type: "OrderStatusChanged", from, to, trackingChanged: !sameTracking }],
  };
}

const statusNote = (from: OrderStatus, to: OrderStatus) => ({
  what: "status",
  from: ORDER_STATUS_LABEL[from],
  to: ORDER_STATUS_LABEL[to],
});

function cancel(order: StoredOrder, from: OrderStatus, change: StatusChange, actor: Actor): Change {
  if (!order.payment.paidSessionId) {
    const ended = endHold(order, "released", undefined, actor);
    const { stripeSessionId } = order;
    const told = {
      type: "OrderCancelled" as const,
      from,
      restocked: ended !== undefined,
      refundRequested: false,
      ...(stripeSessionId ? { stripeSessionId } : {}),
    };
    return { ...ended, order: ended?.order ?? order, events: [...(ended?.events ?? []), told] };
  }
  const restocked = change.restock && order.hold.state === "sold";
  const amount = change.refund ? refundable(order) : 0;
  const kept: StoredOrder = restocked ? { ...order, hold: { ...order.hold, state: "released" } } : order;
  const back =
    amount > 0 && order.payment.paymentIntentId
      ? requestRefund(
          kept,
          {
            refundId: change.refundId,
            amount,
            reason: "Order cancelled",
            paymentIntentId: order.payment.paymentIntentId,
          },
          actor,
        )
      : undefined;
  return {
    order: back?.order ?? kept,
    events: [
      { type: "OrderCancelled", from, restocked, refundRequested: back !== undefined },
      ...(back?.events ?? []),
    ],
  };
}

export type AdminRefund = { refundId: string; amount?: number | undefined; restock: boolean };

/**
 * Refunds `amount` (dollars) or the rest, once for each refundId. 'too-much' when less is left. `restock` puts all pieces
 * of the order back for sale.
 */
export function adminRefund(
  order: StoredOrder,
  ask: AdminRefund,
  actor: Actor,
): Change | undefined | "too-much" {
  if (order.refunds.some((refund) => refund.refundId === ask.refundId)) return undefined;
  const left = refundable(order);
  const amount = ask.amount === undefined ? left : toCents(ask.amount);
  const { paymentIntentId } = order.payment;
  if (amount <= 0 || amount > left || !paymentIntentId) return "too-much";
  const restocked = ask.restock && order.hold.state === "sold";
  const kept: StoredOrder = restocked ? { ...order, hold: { ...order.hold, state: "released" } } : order;
  const back = requestRefund(
    kept,
    { refundId: ask.refundId, amount, reason: REFUNDED_BY_SHOP, paymentIntentId },
    actor,
  );
  return back;
}
