import type { FULFILMENT_EVENTS } from "../../shared/consumers.ts";
import { toCents } from "../../shared/money.ts";
import type { OrderItem } from "../../shared/order.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { isAllReturned } from "../../shared/order-total.ts";
import type { EventOf } from "../consumer/order-events.ts";

export type FulfilmentEvent = EventOf<(typeof FULFILMENT_EVENTS)[number]>;
/**
 * "on-hold": do not ship the order now. A refund of all of its money or of all pieces is on its way, or the customer's bank may
 * take the money back or has taken it.
 */
type Status = "to-ship" | "on-hold" | "completed" | "cancelled";

/**
 * What a warehouse needs to ship an order. `items` has no tickets, and no pieces that are back in stock, were refunded or are
 * being refunded.
 */
export type FulfilmentFile = {
  orderId: string;
  orderNumber?: string;
  status: Status;
  paidAt: string;
  /** `country`: its two-letter code. */
  shipTo: {
    name: string;
    company?: string;
    address: string;
    city: string;
    state: string;
    zipCode: string;
    country: string;
  };
  phoneNumber: string;
  items: {
    productId: string;
    variantId?: string;
    name: string;
    size?: string;
    color?: string;
    quantity: number;
  }[];
};

const STATUS_OF_ORDER = { [ORDER_STATUS.pending]: "to-ship", [ORDER_STATUS.completed]: "completed" } as const;

/**
 * Pure: an order's file after its events; undefined before OrderPaid and OrderContact have arrived, and for an order
 * without a shipping address.
 */
export function fulfilmentFile(
  orderId: string,
  events: readonly FulfilmentEvent[],
): FulfilmentFile | undefined {
  const paid = events.findLast((event) => event.type === "OrderPaid");
  const contact = events.findLast((event) => event.type === "OrderContact");
  if (!paid || !contact?.shippingInfo) return undefined;
  const { billingInfo, shippingInfo } = contact;
  const { company } = billingInfo;
  const { address, city, state, zipCode, country } = shippingInfo;
  // Tickets have no weight, and are not shipped.
  const paidItems = paid.items.filter(({ weight }) => weight > 0);
  const items = withoutReturned(paidItems, events, { isRequestEnough: true });
  // A refund that is only requested may still fail, so it does not make the order cancelled.
  const unrefundedItems = withoutReturned(paidItems, events, { isRequestEnough: false });
  const total = toCents(paid.financialInfo.total);
  return {
    orderId,
    ...(paid.orderNumber !== undefined && { orderNumber: paid.orderNumber }),
    status: unrefundedItems.length > 0 ? statusAfter(events, total, items.length > 0) : "cancelled",
    paidAt: paid.time,
    shipTo: {
      name: `${billingInfo.firstName} ${billingInfo.lastName}`,
      ...(company !== undefined && { company }),
      address,
      city,
      state,
      zipCode,
      country,
    },
    phoneNumber: billingInfo.phoneNumber,
    items: items.map(({ productId, variantId, name, size, color, quantity }) => ({
      productId,
      ...(variantId !== undefined && { variantId }),
      name,
      ...(size !== undefined && { size }),
      ...(color !== undefined && { color }),
      quantity,
    })),
  };
}

type Pieces = Pick<OrderItem, "productId" | "variantId" | "quantity">;
const piecesKey = ({ productId, variantId = "" }: Pieces): string => `${productId} ${variantId}`;

/**
 * The items without the pieces that are back in stock, and without those of refunds that succeeded or, if `isRequestEnough`, are
 * requested. A refund of an amount without items removes no pieces.
 */
function withoutReturned<Item extends Pieces>(
  items: readonly Item[],
  events: readonly FulfilmentEvent[],
  { isRequestEnough }: { isRequestEnough: boolean },
): Item[] {
  const refunds = new Map<string, readonly Pieces[]>();
  const restockedPieces: Pieces[] = [];
  for (const event of events) {
    if (event.type === "RefundRequested") restockedPieces.push(...(event.restocked ?? []));
    if (event.type === "OrderRefunded" || (event.type === "RefundRequested" && isRequestEnough))
      refunds.set(event.refundId, event.items ?? []);
    else if (event.type === "RefundFailed") refunds.delete(event.refundId);
  }
  const [refunded, restocked] = [countPieces([...refunds.values()].flat()), countPieces(restockedPieces)];
  const returned = new Map(
    [...new Set([...refunded.keys(), ...restocked.keys()])].map((key) => [
      key,
      // Refunded pieces are usually the pieces that are back in stock, so the two numbers are not added.
      Math.max(refunded.get(key) ?? 0, restocked.get(key) ?? 0),
    ]),
  );
  // Two items can be of the same product, so each takes its part of the returned pieces.
  return items.flatMap((item) => {
    const key = piecesKey(item);
    const returnedQuantity = Math.min(item.quantity, returned.get(key) ?? 0);
    returned.set(key, (returned.get(key) ?? 0) - returnedQuantity);
    return returnedQuantity < item.quantity ? [{ ...item, quantity: item.quantity - returnedQuantity }] : [];
  });
}

function countPieces(allPieces: readonly Pieces[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const pieces of allPieces)
    counts.set(piecesKey(pieces), (counts.get(piecesKey(pieces)) ?? 0) + pieces.quantity);
  return counts;
}

/**
 * `total`: the order's total in cents. An order is cancelled while all of it is refunded. It is on hold while the refund of the
 * rest, or of the last pieces, is on its way, because that refund may fail.
 */
function statusAfter(events: readonly FulfilmentEvent[], total: number, hasItemsToShip: boolean): Status {
  let status: Status = "to-ship";
  let refunded = 0;
  const pendingRefunds = new Map<string, number>();
  let isOnHold = false;
  for (const event of events) {
    if (event.type === "FulfilmentHoldChanged") isOnHold = event.doNotSend !== undefined;
    if (event.type === "OrderCancelled") status = "cancelled";
    if (event.type === "OrderStatusChanged")
      status = event.to === ORDER_STATUS.cancelled ? "cancelled" : STATUS_OF_ORDER[event.to];
    // The refund of a second payment is left out, because it does not touch the order's own payment.
    if (event.type === "RefundRequested" && event.cause !== "paid-twice")
      pendingRefunds.set(event.refundId, toCents(event.amount));
    if (event.type === "OrderRefunded" || event.type === "RefundFailed") {
      refunded = toCents(event.refunded);
      pendingRefunds.delete(event.refundId);
    }
  }
  if (isAllReturned(refunded, total)) return "cancelled";
  const pending = [...pendingRefunds.values()].reduce((sum, cents) => sum + cents, 0);
  const mustWait = isOnHold || !hasItemsToShip || isAllReturned(refunded + pending, total);
  return status === "to-ship" && mustWait ? "on-hold" : status;
}
