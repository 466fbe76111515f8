import { adminTicketsApi, type AdminTicket } from "../../../../../shared/api-tickets.ts";
import type { UnknownScan } from "../../../../../shared/tickets/unknown-scans.ts";
import type { adminCall } from "../auth/admin-call.ts";

/** Reads, with `call`, all tickets of an event, and the scans of tickets that the shop does not have. */
export async function readTickets(call: typeof adminCall, productId: string, signal: AbortSignal) {
  const tickets = new Map<string, AdminTicket>();
  const unknownScans: UnknownScan[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(adminTicketsApi.listTickets, {
      params: { id: productId },
      query: { cursor },
      signal,
    });
    // A ticket that changes while the pages are read may be on two pages.
    for (const ticket of page.tickets) tickets.set(ticket.ticketId, ticket);
    unknownScans.push(...(page.unknownScans ?? []));
    ({ cursor } = page);
  } while (cursor !== undefined);
  return { tickets: [...tickets.values()], unknownScans };
}
