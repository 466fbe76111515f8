/** Rules for packing orders. */
import { ATTENTION_LABEL, causeOfRow } from "./attention.ts";
import type { RequestKind } from "./customer-request.ts";
import type { OrderState } from "./order-status.ts";
import { ORDER_STATUS, ORDER_STATUS_LABEL, shopHasMoney, statusWithoutAttention } from "./order-status.ts";
import type { Delivery, HistoryEntry, Order, OrderSummary } from "./order.ts";
import { deliveryOf, summaryOf } from "./order-summary.ts";
import { hasItemsToPack } from "./remaining-items.ts";

/** Reasons that other files give too: the API, and the page that completes orders from a list of tracking numbers. */
export const packingMessages = {
  nothingLeft: "No item of this order is left to pack.",
  erased: "The customer's data of this order was erased.",
  cancelled: "This order is cancelled.",
} as const;

/** The `what` of a history entry about `packedAt` of an order that is shipped. */
export const PACKED_ENTRY = "packed";

/**
 * Whether an order's items may go to the customer: it is paid, and is not cancelled, erased, refunded or
 * being refunded.
 */
export const canBeSent = (order: OrderState): boolean =>
  order.orderStatus !== ORDER_STATUS.cancelled &&
  shopHasMoney(statusWithoutAttention(order)) &&
  order.refunding !== true &&
  !order.erased;

/** Whether an order can be set to 'packed': it is pending, `canBeSent`, and has more than tickets. */
export const canBePacked = (order: OrderState, delivery: Delivery | undefined): boolean =>
  (delivery === "ship" || delivery === "pick-up") &&
  order.orderStatus === ORDER_STATUS.pending &&
  canBeSent(order);

/**
 * Whether a parcel of the order may go to the customer now. An order that is picked up counts too: its packed pieces are the
 * parcel. False for an unfulfilled order, whose pieces are not taken from the stock yet: packing or completing the order takes them.
 */
export const hasParcelToSend = (order: Order): boolean =>
  canBeSent(summaryOf(order)) && !order.unfulfilled && hasItemsToPack(order);

/**
 * The order's items and refunds as they were when it was completed. `restocked` is left out, because the customer may
 * have returned these pieces later.
 */
function orderAtCompletion({ items, refunds, history }: Order): Pick<Order, "items" | "refunds"> {
  const isCompletion = ({ what, to }: HistoryEntry) =>
    what === "status" && to === ORDER_STATUS_LABEL[ORDER_STATUS.completed];
  const completedAt = history.findLast(isCompletion)?.at ?? "";
  return {
    items: items.map(({ restocked: _, ...item }) => item),
    refunds: refunds.filter(({ at }) => at <= completedAt),
  };
}

/**
 * How the customer gets or got the order: 'none' if no item of a pending order is left to be sent or picked up, or none was
 * left when the order was completed. A cancelled order, or one with a tracking number, keeps its delivery.
 */
export function actualDelivery(order: Order): Delivery {
  if (order.orderStatus === ORDER_STATUS.cancelled || order.tracking) return deliveryOf(order);
  const isPending = order.orderStatus === ORDER_STATUS.pending;
  return hasItemsToPack(isPending ? order : orderAtCompletion(order)) ? deliveryOf(order) : "none";
}

/** The fields of an order by which the team decides whether to pack the order. */
type PackingFields = {
  ready?: boolean | undefined;
  packed?: boolean | undefined;
  packedAt?: string | undefined;
  nothingToPack?: boolean | undefined;
  /** The kinds of the customer's open requests. */
  asks?: readonly RequestKind[] | undefined;
  doNotSend?: OrderSummary["doNotSend"];
  disputeLost?: OrderSummary["disputeLost"];
};

/**
 * Whether no parcel belongs to an order, because all its items except tickets are refunded or back in stock. An order with a
 * tracking number may have been sent before.
 */
export const hasNothingToShip = ({
  nothingToPack,
  tracking,
}: Pick<OrderSummary, "nothingToPack" | "tracking">): boolean => nothingToPack === true && !tracking;

/**
 * Why an order without a tracking number does not get one; undefined if it can get one, or has one. Orders of an older version of
 * the shop have no `delivery` in the list of orders.
 */
export function trackingRefusal(
  order: Pick<OrderSummary, "nothingToPack" | "tracking">,
  delivery: Delivery | undefined,
): string | undefined {
  if (!order.tracking && delivery !== undefined && delivery !== "ship")
    return "This order is not shipped, so it has no tracking number.";
  if (hasNothingToShip(order)) return "No item of this order is left to ship, so it has no tracking number.";
  return undefined;
}

/** Whether an order is packed. An order that was made ready before `packedAt` existed is packed too. */
export const isPacked = ({ ready, packed, packedAt }: PackingFields): boolean =>
  packed === true || packedAt !== undefined || ready === true;

/**
 * Why an admin has to open the order before it is packed or sent: the customer asks to cancel it, or the customer's bank may
 * take the money back, or has taken it. Otherwise undefined.
 */
export function sendingObstacle({
  asks,
  ...row
}: Pick<PackingFields, "asks" | "doNotSend" | "disputeLost">): string | undefined {
  if (asks?.includes("cancel")) return "The customer asks to cancel this order: open it and answer first.";
  const cause = causeOfRow(row);
  if (cause) return `${ATTENTION_LABEL[cause]}: open this order and decide first.`;
  return undefined;
}

/**
 * Why an order cannot or should not be set to 'packed', as the back office shows it; undefined if it can be set to 'packed', or
 * is packed already.
 */
export function packingRefusal(
  order: OrderState & PackingFields,
  delivery: Delivery | undefined,
): string | undefined {
  if (canBePacked(order, delivery)) {
    if (isPacked(order)) return undefined;
    return order.nothingToPack ? packingMessages.nothingLeft : sendingObstacle(order);
  }
  if (delivery === "none") return "Only tickets: there is nothing to pack.";
  if (order.erased) return packingMessages.erased;
  if (order.orderStatus === ORDER_STATUS.cancelled) return packingMessages.cancelled;
  if (order.orderStatus === ORDER_STATUS.completed) return "This order is completed.";
  if (order.refunding) return "This order is being refunded.";
  if (statusWithoutAttention(order) === "refunded") return "The money of this order went back.";
  return delivery === undefined ? "Open this order to pack it." : "This order is not paid.";
}
