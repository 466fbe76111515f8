import { apiMessages } from "../../shared/api-messages.ts";
import type { Order } from "../../shared/order.ts";
import { AppError, notFound } from "../lib/errors.ts";
import { UnreadableItem } from "../lib/parse-item.ts";
import { findUndeliverable } from "../mail/undeliverable-table.ts";
import { getOrder } from "./order-table.ts";
import { toOrder } from "./stored-order.ts";

/** The order as the back office shows it. Throws 404 if there is none, UnreadableItem if it does not match its schema. */
export async function readOrder(orderId: string): Promise<Order> {
  const order = await getOrder(orderId);
  if (!order) throw notFound();
  return toOrder(order);
}

/**
 * The order, with `undeliverable` if mail to the customer bounced or was reported as spam. Throws 500 with the names of the
 * invalid attributes when the stored order does not match its schema.
 */
export async function toAdminOrder(orderPromise: Promise<Order>): Promise<Order> {
  const order = await orderPromise.catch((error: unknown) => {
    if (!(error instanceof UnreadableItem)) throw error;
    throw new AppError(500, apiMessages.orderUnreadable(error.invalidPaths.join(", ")), { cause: error });
  });
  const undeliverable = order.billingInfo && (await findUndeliverable(order.billingInfo.email));
  return undeliverable ? { ...order, undeliverable } : order;
}
