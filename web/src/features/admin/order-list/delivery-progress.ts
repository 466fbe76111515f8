import { ORDER_STATUS } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { isPacked } from "../../../../../shared/packing.ts";

/** 'Packed' for a parcel that is not sent yet, 'Ready' or 'Picked up' for an order that was marked as ready; otherwise ''. */
export function deliveryProgress(order: OrderSummary): "" | "Packed" | "Ready" | "Picked up" {
  const { delivery, orderStatus, ready } = order;
  if (delivery === "ship") return orderStatus === ORDER_STATUS.pending && isPacked(order) ? "Packed" : "";
  if (delivery !== "pick-up" || ready !== true) return "";
  return orderStatus === ORDER_STATUS.completed ? "Picked up" : "Ready";
}
