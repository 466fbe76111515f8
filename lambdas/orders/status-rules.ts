/** Pure: changes of an order's status by an admin, cancellations by the customer, and refunds by an admin. */
import { READY_ENTRY } from "../../shared/due-mail.ts";
import { toCents } from "../../shared/money.ts";
import type { OrderStatus } from "../../shared/order-status.ts";
import { ORDER_STATUS, ORDER_STATUS_LABEL } from "../../shared/order-status.ts";
import { deliveryOf } from "../../shared/order-summary.ts";
import { PACKED_ENTRY } from "../../shared/packing.ts";
import type { RefundedParts, RefundReason } from "../../shared/refund-reason.ts";
import { reasonText } from "../../shared/refund-reason.ts";
import { priceOfParts, withShares } from "../../shared/part-prices.ts";
import { withRefundedSeats, withRestockedSeats } from "../../shared/tickets/tickets-of-order.ts";
import { withClosedRequest } from "./closed-request.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { closeRefundCauses } from "./dispute-rules.ts";
import { restockedField } from "./event-amounts.ts";
import { endHold, clearUnfulfilled } from "./payment-rules.ts";
import {
  addRefundRequest,
  REFUNDED_BY_CANCELLATION,
  REFUNDED_BY_SHOP,
  refundableCents,
} from "./refund-rules.ts";
import type { RestockRequest } from "./restock-rules.ts";
import { areAllRestockablePieces, restockOrder } from "./restock-rules.ts";
import type { RestockChoice, StoredOrder } from "./stored-order.ts";
import { toOrder } from "./stored-order.ts";

export type StatusChange = RestockRequest & {
  to: OrderStatus;
  refund: boolean;
  refundId: string;
  reason?: RefundReason;
  tracking?: string | undefined;
  ready?: boolean | undefined;
  packed?: boolean | undefined;
};

/**
 * The `ready` and `packed` to set. An order to pick up counts as packed while it is ready to be picked up, so a request
 * for `ready` or `packed` sets both.
 */
function readyAndPackedToSet(order: StoredOrder, { ready, packed }: StatusChange) {
  return deliveryOf(order) === "pick-up"
    ? { ready: ready ?? packed, packed: ready ?? packed }
    : { ready, packed };
}

/** Sets or removes `packedAt`. An order to pick up gets no history entry about this. */
function withPacked(order: StoredOrder, isPacked: boolean, actor: Actor): StoredOrder {
  const { packedAt: _, ...unpackedOrder } = order;
  const nextOrder = isPacked ? { ...unpackedOrder, packedAt: actor.now.toISOString() } : unpackedOrder;
  if (deliveryOf(order) === "pick-up") return nextOrder;
  return withHistory(nextOrder, actor, { what: PACKED_ENTRY, to: isPacked ? "yes" : "no" });
}

/**
 * Changes the status, the tracking number, `packedAt` or `ready`; the caller has checked `statusRefusal`. Cancelling ends
 * an unpaid order's hold; it refunds and restocks a paid order as requested. A paid order without pieces that is reopened,
 * completed, packed or made ready retakes its pieces; `applyChange` throws SoldOutError if they are sold out.
 */
export function changeStatus(order: StoredOrder, change: StatusChange, actor: Actor): Change | undefined {
  const from = order.orderStatus;
  const { to, tracking } = change;
  const { ready, packed } = readyAndPackedToSet(order, change);
  const isSameTracking = tracking === undefined || tracking === (order.tracking ?? "");
  const isSameReady = ready === undefined || ready === (order.ready ?? false);
  const isSamePacked = packed === undefined || packed === (order.packedAt !== undefined);
  if (from === to && isSameTracking && isSameReady && isSamePacked) return undefined;
  const orderWithStatus =
    from === to ? order : withHistory({ ...order, orderStatus: to }, actor, statusEntry(from, to));
  const orderWithTracking = isSameTracking
    ? orderWithStatus
    : withHistory({ ...orderWithStatus, tracking }, actor, { what: "tracking", to: tracking });
  const orderWithPacked = isSamePacked ? orderWithTracking : withPacked(orderWithTracking, packed, actor);
  const nextOrder = isSameReady
    ? orderWithPacked
    : withHistory({ ...orderWithPacked, ready }, actor, { what: READY_ENTRY, to: ready ? "yes" : "no" });
  if (to === ORDER_STATUS.cancelled && from !== to)
    return applyCancellation(withAcceptedCancellation(withoutPacking(nextOrder, actor)), from, change, actor);
  const mustRetakePieces = needsStock(order, change);
  const isReopened = from === ORDER_STATUS.cancelled && from !== to;
  const orderToDeliver = mustRetakePieces || isReopened ? closeRefundCauses(nextOrder) : nextOrder;
  const changeWithStock = mustRetakePieces
    ? withRetakenPieces(orderToDeliver)
    : { order: orderToDeliver, events: [] };
  return {
    order: changeWithStock.order,
    events: [
      ...changeWithStock.events,
      ...(from === to && isSameTracking
        ? []
        : [{ type: "OrderStatusChanged", from, to, trackingChanged: !isSameTracking } as const]),
      ...(isSameReady ? [] : [{ type: "OrderReadyForPickup", ready } as const]),
    ],
  };
}

/** Whether a change reopens, completes, packs or makes ready a paid order that has no pieces. */
function needsStock(
  { orderStatus: from, hold, payment }: StoredOrder,
  { to, ready, packed }: StatusChange,
): boolean {
  if (!payment.paidSessionId || to === ORDER_STATUS.cancelled) return false;
  if (hold.state === "short") return from !== to || ready === true || packed === true;
  return hold.state === "released" && from === ORDER_STATUS.cancelled;
}

const withRetakenPieces = (order: StoredOrder): Change =>
  order.hold.state === "short"
    ? clearUnfulfilled(order)
    : { order: { ...order, hold: { ...order.hold, state: "sold" } }, events: [] };

const statusEntry = (from: OrderStatus, to: OrderStatus) => ({
  what: "status",
  from: ORDER_STATUS_LABEL[from],
  to: ORDER_STATUS_LABEL[to],
});

/** Clears `ready` and `packedAt`, because the team unpacks a cancelled order. */
function withoutPacking(order: StoredOrder, actor: Actor): StoredOrder {
  const unpackedOrder = order.packedAt === undefined ? order : withPacked(order, false, actor);
  return order.ready
    ? withHistory({ ...unpackedOrder, ready: undefined }, actor, { what: READY_ENTRY, to: "no" })
    : { ...unpackedOrder, ready: undefined };
}

/** Accepts the customer's open requests to cancel the order. */
const withAcceptedCancellation = (order: StoredOrder): StoredOrder =>
  (order.requests ?? [])
    .filter(({ kind, state }) => kind === "cancel" && state === "open")
    .reduce(
      (changedOrder, request) => withClosedRequest(changedOrder, { ...request, state: "accepted" }),
      order,
    );

function applyCancellation(
  order: StoredOrder,
  from: OrderStatus,
  change: StatusChange,
  actor: Actor,
): Change {
  if (!order.payment.paidSessionId) {
    const endedHold = endHold(order, "released", undefined, actor);
    const { stripeSessionId } = order;
    const cancellation = {
      type: "OrderCancelled" as const,
      from,
      restocked: endedHold !== undefined,
      refundRequested: false,
      ...(stripeSessionId ? { stripeSessionId } : {}),
    };
    return {
      ...endedHold,
      order: endedHold?.order ?? order,
      events: [...(endedHold?.events ?? []), cancellation],
    };
  }
  const amount = change.refund ? refundableCents(order) : 0;
  const restockedOrder = restockCancelled(order, change, actor);
  const isRestocked = restockedOrder !== order;
  const nextOrder = withReason(restockedOrder, change.reason, actor);
  const refund =
    amount > 0 && order.payment.paymentIntentId
      ? addRefundRequest(
          nextOrder,
          {
            refundId: change.refundId,
            amount,
            reason: REFUNDED_BY_CANCELLATION,
            paymentIntentId: order.payment.paymentIntentId,
            ...change.reason,
          },
          actor,
        )
      : undefined;
  return {
    order: refund?.order ?? nextOrder,
    events: [
      { type: "OrderCancelled", from, restocked: isRestocked, refundRequested: refund !== undefined },
      ...(refund?.events ?? []),
    ],
  };
}

/**
 * Restocks a cancelled order. Marks the order if only a part of its pieces goes back on sale, because it can
 * then not be reopened.
 */
function restockCancelled(order: StoredOrder, request: RestockRequest, actor: Actor): StoredOrder {
  const { restockLines } = request;
  if (!restockLines || order.hold.state !== "sold") return restockOrder(order, request, actor);
  if (areAllRestockablePieces(order, restockLines)) return restockOrder(order, { restock: true }, actor);
  return restockOrder(
    { ...order, hold: { ...order.hold, isPartlyRestocked: true } },
    { restock: false, restockLines },
    actor,
  );
}

/** The amount of a refund that was requested without an amount. */
const defaultRefundCents = (order: StoredOrder, parts: RefundedParts, maxCents: number): number =>
  parts.lines || parts.shipping ? Math.min(maxCents, toCents(priceOfParts(toOrder(order), parts))) : maxCents;

/** The `what` of a history entry about the reason of a refund or a cancellation. */
const REASON = "reason";

const withReason = (order: StoredOrder, reason: RefundReason = {}, actor: Actor): StoredOrder => {
  const text = reasonText(reason);
  return text === "" ? order : withHistory(order, actor, { what: REASON, to: text });
};

export type AdminRefund = Omit<RestockRequest, "restock"> &
  RefundedParts & {
    refundId: string;
    amount?: number | undefined;
    reason?: RefundReason;
    /** What the request asked for; `restockLines` are the pieces that follow from it. */
    restock?: RestockChoice | undefined;
  };

/**
 * Refunds `amount` (dollars), once for each refundId. Without an amount, refunds the price of the parts; without parts, all
 * that can still be refunded. Returns 'too-much' if less can be refunded, and 'free' if the parts cost nothing. The seats of
 * tickets are chosen and stored now, so that they do not change when another refund fails. The caller has checked
 * `partsRefusal` and `restockLinesRefusal`.
 */
export function refundByAdmin(
  order: StoredOrder,
  request: AdminRefund,
  actor: Actor,
): Change | undefined | "too-much" | "free" {
  if (order.refunds.some((refund) => refund.refundId === request.refundId)) return undefined;
  const maxRefundCents = refundableCents(order);
  const amount =
    request.amount === undefined
      ? defaultRefundCents(order, request, maxRefundCents)
      : toCents(request.amount);
  const { paymentIntentId } = order.payment;
  if (amount <= 0 && maxRefundCents > 0) return "free";
  if (amount <= 0 || amount > maxRefundCents || !paymentIntentId) return "too-much";
  const { refundId, shipping, reason, restock } = request;
  const lines = request.lines && withRefundedSeats(order, withShares(order, request.lines));
  const restockLines = request.restockLines && withRestockedSeats(order, request.restockLines, lines);
  const restockRequest = { restock: false, restockLines };
  const restockedOrder =
    order.orderStatus === ORDER_STATUS.cancelled
      ? restockCancelled(order, restockRequest, actor)
      : restockOrder(order, restockRequest, actor);
  return addRefundRequest(
    withReason(restockedOrder, reason, actor),
    {
      refundId,
      amount,
      reason: REFUNDED_BY_SHOP,
      paymentIntentId,
      ...reason,
      ...(lines ? { lines } : {}),
      ...(shipping ? { shipping } : {}),
      ...(restock ? { restock } : {}),
      ...restockedField(order, restockedOrder),
    },
    actor,
  );
}
