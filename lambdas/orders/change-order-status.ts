import type { adminApi } from "../../shared/api-admin.ts";
import type { Body } from "../../shared/endpoint.ts";
import type { Order } from "../../shared/order.ts";
import { ORDER_STATUS, statusRefusal } from "../../shared/order-status.ts";
import { givenReason, reasonText } from "../../shared/refund-reason.ts";
import { deliveryOf } from "../../shared/order-summary.ts";
import { canBePacked, packingMessages, trackingRefusal } from "../../shared/packing.ts";
import { hasItemsToPack } from "../../shared/remaining-items.ts";
import { canBeReady } from "../../shared/status-mail.ts";
import { conflict } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { applyChange, SoldOutError } from "./apply-change.ts";
import { isRestReturned } from "./refund-rules.ts";
import { restockLinesRefusal } from "./restock-rules.ts";
import type { StatusChange } from "./status-rules.ts";
import { changeStatus } from "./status-rules.ts";
import type { StoredOrder } from "./stored-order.ts";
import { toOrder, toSummary } from "./stored-order.ts";

type StatusRequest = Body<typeof adminApi.changeOrder>;

/** If the bank decides for the shop later, a reopened order would go on although most of its money went back. */
const disputedReopeningRefusal = (order: StoredOrder, to: StatusChange["to"]): string | undefined =>
  order.orderStatus === ORDER_STATUS.cancelled && to !== order.orderStatus && isRestReturned(order)
    ? "The part of this order's payment that is not disputed was refunded or is being refunded: it cannot be reopened."
    : undefined;

/** The message for the admin if an order cannot be changed like this; undefined if it can. */
function changeRefusal(order: StoredOrder, change: StatusChange): string | undefined {
  const { to, ready, packed, refund, restock, restockLines, reason } = change;
  const summary = toSummary(order);
  const isCancellation = to === ORDER_STATUS.cancelled && order.orderStatus !== to;
  if ((refund || restock || restockLines || reasonText(reason ?? {})) && !isCancellation)
    return "Only a change to 'Cancelled' can refund or restock: refund a cancelled order in its details.";
  if (order.erased && change.tracking)
    return "The customer's data of this order was erased: it takes no tracking number.";
  if (order.hold.isPartlyRestocked && to !== order.orderStatus)
    return "Some items of this cancelled order went back in stock: it cannot be reopened.";
  const delivery = deliveryOf(order);
  const refusal =
    (change.tracking ? trackingRefusal(summary, delivery) : undefined) ??
    statusRefusal(summary, to) ??
    disputedReopeningRefusal(order, to) ??
    restockLinesRefusal(order, change);
  if (refusal) return refusal;
  const orderAfter = { ...summary, orderStatus: to };
  if (ready && !canBeReady(orderAfter, delivery))
    return "Only a pending, paid order without shipping can be ready to be picked up.";
  if (packed !== undefined && !canBePacked(orderAfter, delivery))
    return "Only a pending, paid order with items to pack can be packed.";
  // Also for orders to pick up: the mail asks the customer to come, so there must be an item.
  if ((ready || packed) && !hasItemsToPack(order))
    return delivery === "pick-up"
      ? "No item of this order is left to be picked up."
      : packingMessages.nothingLeft;
  return ready !== undefined && packed !== undefined && ready !== packed && delivery === "pick-up"
    ? "An order that is picked up is packed when it is ready to be picked up."
    : undefined;
}

/** What the change would have made of the order, for the message of a refusal. */
function participleOf({ to, ready, packed }: StatusChange): string {
  if (to === ORDER_STATUS.completed) return "completed";
  if (packed) return "packed";
  return ready ? "made ready" : "reopened";
}

/** Throws 404 for an unknown order; 409 for another version, a refused change, or items that are needed and sold out. */
export async function changeOrderStatus(
  orderId: string,
  request: StatusRequest,
  admin: string,
  now: Date,
): Promise<Order> {
  const change = {
    to: request.orderStatus,
    refund: request.refund ?? false,
    restock: request.restock ?? false,
    restockLines: request.restockLines,
    reason: givenReason(request),
    refundId: newId("rfd", +now),
    tracking: request.tracking,
    ready: request.ready,
    packed: request.packed,
  };
  try {
    const changedOrder = await applyChange(
      orderId,
      (order) => {
        const refusal = changeRefusal(order, change);
        if (refusal) throw conflict(refusal);
        return changeStatus(order, change, { by: admin, now });
      },
      { now, version: request.version },
    );
    return toOrder(changedOrder);
  } catch (error) {
    if (error instanceof SoldOutError)
      throw conflict(`This order cannot be ${participleOf(change)}: its items are sold out.`);
    throw error;
  }
}
