import { ORDER_STATUS } from "../../../../../shared/order-status.ts";
import { summaryOf } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { hasParcelToSend, sendingObstacle } from "../../../../../shared/packing.ts";

/** Whether an admin has to open the order before its parcel is sent. False for a completed order, whose parcel was sent already. */
const isHeldBack = (order: Order): boolean =>
  order.orderStatus !== ORDER_STATUS.completed && sendingObstacle(summaryOf(order)) !== undefined;

/**
 * Splits orders into those whose parcel may go to the customer, and those that an admin has to open first. Leaves out orders
 * without a parcel.
 */
export function splitParcels(orders: readonly Order[]): { toSend: Order[]; heldBack: Order[] } {
  const ordersWithParcel = orders.filter(hasParcelToSend);
  return {
    toSend: ordersWithParcel.filter((order) => !isHeldBack(order)),
    heldBack: ordersWithParcel.filter(isHeldBack),
  };
}
