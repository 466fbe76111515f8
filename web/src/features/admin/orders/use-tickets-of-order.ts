import { useQuery } from "@tanstack/react-query";
import { adminTicketsApi } from "../../../../../shared/api-tickets.ts";
import type { Order } from "../../../../../shared/order.ts";
import { seatsOf } from "../../../../../shared/tickets/tickets-of-order.ts";
import { adminCall } from "../auth/admin-call.ts";
import type { TicketOfOrder } from "./seats.ts";

/** The most pages that are read of an event. A page has up to 2,000 tickets. */
const MAX_PAGES = 10;

async function readTickets(
  productId: string,
  orderId: string,
  signal: AbortSignal,
): Promise<TicketOfOrder[]> {
  const found: TicketOfOrder[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await adminCall(adminTicketsApi.listTickets, {
      params: { id: productId },
      query: { ...(cursor ? { cursor } : {}) },
      signal,
    });
    found.push(...answer.tickets.filter((ticket) => ticket.orderId === orderId));
    cursor = answer.cursor;
    if (!cursor) break;
  }
  return found;
}

/**
 * The issued tickets of an order; empty while they are loaded. `hasFailed`: they could not be loaded, so it is unknown
 * which are used.
 */
export function useTicketsOfOrder(order: Pick<Order, "orderId" | "items"> | undefined) {
  const events = [...new Set(order ? seatsOf(order).map(({ productId }) => productId) : [])];
  const orderId = order?.orderId ?? "";
  const { data = [], isError } = useQuery({
    queryKey: ["tickets-of-order", orderId, ...events],
    queryFn: async ({ signal }) =>
      (await Promise.all(events.map((productId) => readTickets(productId, orderId, signal)))).flat(),
    enabled: events.length > 0,
    retry: false,
  });
  return { tickets: data, hasFailed: isError };
}
