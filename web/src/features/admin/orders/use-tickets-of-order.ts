import { useQuery } from "@tanstack/react-query";
import type { Order } from "../../../../../shared/order.ts";
import { seatsOf } from "../../../../../shared/tickets/tickets-of-order.ts";
import { adminCall } from "../auth/admin-call.ts";
import { readTickets } from "../tickets/read-tickets.ts";

/**
 * The issued tickets of an order; empty while loading. `hasFailed`: the tickets could not be loaded, so it is unknown which
 * tickets are used.
 */
export function useTicketsOfOrder(order: Pick<Order, "orderId" | "items"> | undefined) {
  // The server lists tickets by the product id of their event.
  const eventIds = [...new Set(order ? seatsOf(order).map(({ productId }) => productId) : [])];
  const orderId = order?.orderId ?? "";
  const { data = [], isError } = useQuery({
    queryKey: ["tickets-of-order", orderId, ...eventIds],
    queryFn: async ({ signal }) => {
      const ticketLists = await Promise.all(eventIds.map((id) => readTickets(adminCall, id, signal)));
      return ticketLists.flatMap(({ tickets }) => tickets.filter((ticket) => ticket.orderId === orderId));
    },
    enabled: eventIds.length > 0,
    meta: { failureText: "The tickets of an order could not be loaded" },
  });
  return { tickets: data, hasFailed: isError };
}
