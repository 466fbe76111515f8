import { messages } from "../../shared/messages.ts";
import type { Order } from "../../shared/order.ts";
import { AppError, notFound } from "../lib/errors.ts";
import { UnreadableItem } from "../lib/parse-item.ts";
import { findUndeliverable } from "../mail/undeliverable-table.ts";
import { getOrder } from "./order-table.ts";
import { toOrder } from "./stored-order.ts";

/** Throws 404, or UnreadableItem. */
export async function readOrder(orderId: string): Promise<Order> {
  const order = await getOrder(orderId);
  if (!order) throw notFound();
  return toOrder(order);
}

/**
 * The order as the admin reads it, with whether its customer's address takes mail. An order that does not match its
 * schema is a 500 that names the attributes.
 */
export async function toAdminOrder(read: Promise<Order>): Promise<Order> {
  const order = await read.catch((error: unknown) => {
    if (!(error instanceof UnreadableItem)) throw error;
    throw new AppError(500, messages.orderUnreadable(error.wrong.join(", ")), { cause: error });
  });
  const undeliverable = order.billingInfo && (await findUndeliverable(order.billingInfo.email));
  return undeliverable ? { ...order, undeliverable } : order;
}
