import { apiMessages } from "../../shared/api-messages.ts";
import { ATTENTION_LABEL } from "../../shared/attention.ts";
import type { doorApi } from "../../shared/api-tickets.ts";
import type { Output } from "../../shared/endpoint.ts";
import { ORDER_STATUS, ORDER_STATUS_LABEL, statusRefusal } from "../../shared/order-status.ts";
import { customerName, deliveryOf, doNotSendCauseOf, summaryOf } from "../../shared/order-summary.ts";
import type { Order } from "../../shared/order.ts";
import { hasItemsToPack, itemsToPack } from "../../shared/remaining-items.ts";
import { variantLabel } from "../../shared/product.ts";
import { parseCode, toStoredCode } from "../../shared/tickets/ticket-code.ts";
import { AppError, conflict } from "../lib/errors.ts";
import { addOrderToLog } from "../lib/log.ts";
import { readOrder } from "../orders/admin-order.ts";
import { changeOrderStatus } from "../orders/change-order-status.ts";
import { getPickUpCode } from "./pick-up-table.ts";

type PickUp = Output<typeof doorApi.readPickUp>;
type HandOver = Output<typeof doorApi.completePickUp>;

/** The order with this code; throws 404 for any other code. Compares `text` with the stored code, so no signing key is needed. */
async function readOrderByCode(text: string): Promise<Order> {
  const content = parseCode(text);
  if (content?.kind !== "order" || (await getPickUpCode(content.id)) !== toStoredCode(text))
    throw new AppError(404, apiMessages.pickUpUnknown);
  addOrderToLog(content.id);
  return readOrder(content.id);
}

/** Who has set the order to Completed, and when; undefined if it is not completed. */
function handOverOf({ orderId, orderStatus, history, updatedAt }: Order): HandOver | undefined {
  if (orderStatus !== ORDER_STATUS.completed) return undefined;
  const completion = history.findLast(
    ({ what, to }) => what === "status" && to === ORDER_STATUS_LABEL[ORDER_STATUS.completed],
  );
  return { orderId, at: completion?.at ?? updatedAt, by: completion?.by ?? "" };
}

/** The reason why the order must not be handed over; undefined if it may be handed over. */
function refusalOf(order: Order): string | undefined {
  if (deliveryOf(order) !== "pick-up") return "This order is not for pick-up.";
  if (order.orderStatus === ORDER_STATUS.cancelled) return "This order was cancelled.";
  if (order.unfulfilled) return "This order cannot be fulfilled: its items were sold out.";
  if (!hasItemsToPack(order)) return "All items of this order were refunded.";
  const summary = summaryOf(order);
  const refusal = statusRefusal(summary, ORDER_STATUS.completed);
  const cause = doNotSendCauseOf(order);
  if (refusal !== undefined || cause === undefined) return refusal;
  return `${ATTENTION_LABEL[cause]}: an admin has to decide first.`;
}

/** The items to hand over. */
const itemsOf = (order: Order): PickUp["items"] =>
  itemsToPack(order).map((item) => {
    const variant = variantLabel(item);
    return { name: variant ? `${item.name} (${variant})` : item.name, quantity: item.quantity };
  });

/** What to hand over for a code. Throws 404 for a code that no order has. */
export async function readPickUp(code: string): Promise<PickUp> {
  const order = await readOrderByCode(code);
  const { orderId, billingInfo } = order;
  const pickUp = { orderId, customer: customerName(billingInfo), items: itemsOf(order) };
  const handOver = handOverOf(order);
  if (handOver) return { ...pickUp, state: "completed", at: handOver.at, by: handOver.by };
  const why = refusalOf(order);
  return why === undefined ? { ...pickUp, state: "open" } : { ...pickUp, state: "refused", why };
}

const isOrderChanged = (error: unknown): boolean =>
  error instanceof AppError && error.reason === "order_changed";

/**
 * Sets an order to Completed. If the order is already Completed, also by another door at the same time, returns who handed
 * it over, and when. Throws 404 for a code that no order has; 409 for an order that must not be handed over.
 */
export const completePickUp = (code: string, by: string, now: Date): Promise<HandOver> =>
  tryToComplete(code, by, now).catch((error: unknown) => {
    if (!isOrderChanged(error)) throw error;
    return tryToComplete(code, by, now);
  });

async function tryToComplete(code: string, by: string, now: Date): Promise<HandOver> {
  const order = await readOrderByCode(code);
  const handOver = handOverOf(order);
  if (handOver) return handOver;
  const why = refusalOf(order);
  if (why !== undefined) throw conflict(why);
  const { orderId, version } = order;
  await changeOrderStatus(orderId, { orderStatus: ORDER_STATUS.completed, version }, by, now);
  return { orderId, at: now.toISOString(), by };
}
