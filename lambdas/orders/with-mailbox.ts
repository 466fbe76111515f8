import type { Order } from "../../shared/order.ts";
import { undeliverable } from "../lib/mailbox-table.ts";

/** The order, and whether its customer's address takes mail. */
export async function withMailbox(order: Order): Promise<Order> {
  const found = order.billingInfo && (await undeliverable(order.billingInfo.email));
  return found ? { ...order, undeliverable: found } : order;
}
