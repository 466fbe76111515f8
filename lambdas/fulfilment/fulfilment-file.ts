import type { FULFILMENT_EVENTS } from "../../shared/consumers.ts";
import { toCents } from "../../shared/money.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { isAllReturned } from "../../shared/order-total.ts";
import type { EventOf } from "../consumer/order-events.ts";

export type FulfilmentEvent = EventOf<(typeof FULFILMENT_EVENTS)[number]>;
type Status = "to-ship" | "completed" | "cancelled";

/** What a warehouse needs to ship an order. `items` has no tickets. */
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

const statusOf = { [ORDER_STATUS.pending]: "to-ship", [ORDER_STATUS.completed]: "completed" } as const;

/**
 * Pure: an order's file after its events; undefined before OrderPaid and OrderContact have arrived, and for an order
 * that is not shipped.
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
  return {
    orderId,
    ...(paid.orderNumber !== undefined && { orderNumber: paid.orderNumber }),
    status: statusAfter(events, toCents(paid.financialInfo.total)),
    paidAt: paid.time,
    shipTo: {
      name: `${billingInfo.firstName} ${billingInfo.lastName}`,
      ...(company !== undefined && { company }),
      ...{ address, city, state, zipCode, country },
    },
    phoneNumber: billingInfo.phoneNumber,
    items: paid.items
      .filter(({ weight }) => weight > 0)
      .map(({ productId, variantId, name, size, color, quantity }) => ({
        productId,
        ...(variantId !== undefined && { variantId }),
        name,
        ...(size !== undefined && { size }),
        ...(color !== undefined && { color }),
        quantity,
      })),
  };
}

/** `total`: the order's total in cents; while all of it is refunded, the order is not shipped. */
function statusAfter(events: readonly FulfilmentEvent[], total: number): Status {
  let status: Status = "to-ship";
  let refunded = 0;
  for (const event of events) {
    if (event.type === "OrderCancelled") status = "cancelled";
    if (event.type === "OrderStatusChanged")
      status = event.to === ORDER_STATUS.cancelled ? "cancelled" : statusOf[event.to];
    if (event.type === "OrderRefunded" || event.type === "RefundFailed") refunded = toCents(event.refunded);
  }
  return isAllReturned(refunded, total) ? "cancelled" : status;
}
