import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { referencesText } from "./find-order.ts";

type Orders = readonly Pick<Order, "orderId">[];

const idsOf = (orders: Orders): Set<string> => new Set(orders.map(({ orderId }) => orderId));

/** '1 selected order must not be sent yet (BV-1042): open it and decide first.' '' if no order is held back. */
export function heldBackText(selectedOrders: readonly OrderSummary[], heldBackOrders: Orders): string {
  const ids = idsOf(heldBackOrders);
  const orders = selectedOrders.filter(({ orderId }) => ids.has(orderId));
  if (orders.length === 0) return "";
  const [subject, object] =
    orders.length === 1 ? ["1 selected order", "it"] : [`${orders.length} selected orders`, "them"];
  return `${subject} must not be sent yet (${referencesText(orders)}): open ${object} and decide first.`;
}

/**
 * '3 parcels exported. 1 selected order was left out (BV-1042): nothing to ship, or not loaded.'
 * `result`: such as '3 parcels exported'. `orders`: the exported or printed orders. `reason`: why a selected order may be left
 * out, such as 'nothing to ship'. `heldBackOrders`: the orders that an admin has to open first.
 */
export function resultText(
  result: string,
  selectedOrders: readonly OrderSummary[],
  orders: Orders,
  reason: string,
  heldBackOrders: Orders,
): string {
  const knownIds = idsOf([...orders, ...heldBackOrders]);
  const omittedOrders = selectedOrders.filter(({ orderId }) => !knownIds.has(orderId));
  const others =
    omittedOrders.length === 1 ? "1 selected order was" : `${omittedOrders.length} selected orders were`;
  const omittedText =
    omittedOrders.length === 0
      ? ""
      : `${others} left out (${referencesText(omittedOrders)}): ${reason}, or not loaded.`;
  const notes = [heldBackText(selectedOrders, heldBackOrders), omittedText].filter(Boolean);
  return notes.length === 0 ? result : `${result}. ${notes.join(" ")}`;
}
