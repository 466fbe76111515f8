import * as z from "zod/mini";
import { ticketIdOf } from "../../../lambdas/tickets/ticket-table.ts";
import { Order } from "../../../shared/order.ts";
import { seatsOf } from "../../../shared/tickets/tickets-of-order.ts";

const OrderItems = z.object({ orderId: z.string(), items: Order.shape.items });

/** The ids of the tickets of an order as it is stored; none if its items cannot be read. */
export function ticketIdsOf(order: unknown): string[] {
  const { success, data } = z.safeParse(OrderItems, order);
  return success ? seatsOf(data).map((seat) => ticketIdOf(data.orderId, seat)) : [];
}
