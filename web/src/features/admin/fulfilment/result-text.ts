import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { referencesText } from "./find-order.ts";

/**
 * '3 parcels exported. 1 selected order was left out (BV-1042): nothing to ship, or not loaded.'
 * `result`: '3 parcels exported'. `orders`: the exported or printed orders. `reason`: why a selected order can be missing,
 * 'nothing to ship'.
 */
export function resultText(
  result: string,
  selectedOrders: readonly OrderSummary[],
  orders: readonly Pick<Order, "orderId">[],
  reason: string,
): string {
  const includedIds = new Set(orders.map(({ orderId }) => orderId));
  const omittedOrders = selectedOrders.filter(({ orderId }) => !includedIds.has(orderId));
  if (omittedOrders.length === 0) return result;
  const others =
    omittedOrders.length === 1 ? "1 selected order was" : `${omittedOrders.length} selected orders were`;
  return `${result}. ${others} left out (${referencesText(omittedOrders)}): ${reason}, or not loaded.`;
}
