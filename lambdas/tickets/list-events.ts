import type { adminTicketsApi, DoorEventRow } from "../../shared/api-tickets.ts";
import type { Output } from "../../shared/endpoint.ts";
import { conflictsOf, stateOf, type DoorTicket } from "../../shared/tickets/ticket.ts";
import { openScans } from "../../shared/tickets/unknown-scans.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { eventProducts, piecesOfProduct, type EventProduct } from "./event-products.ts";
import { doorTicketsOf, FIRST } from "./ticket-table.ts";
import { unknownScansOf } from "./unknown-scan-table.ts";

type AdminEvent = Output<typeof adminTicketsApi.listEvents>["events"][number];

/** All tickets of an event as a door sees them. */
export async function allTicketsOf(productId: string): Promise<DoorTicket[]> {
  const tickets: DoorTicket[] = [];
  let after: string | undefined = FIRST;
  while (after !== undefined) {
    const page = await doorTicketsOf(productId, after);
    tickets.push(...page.tickets);
    after = page.last;
  }
  // A ticket that changes while the pages are read is on two of them.
  return [...new Map(tickets.map((ticket) => [ticket.ticketId, ticket])).values()];
}

/** Tickets that are not void, and those with which someone was let in. */
export const countTickets = (
  tickets: readonly DoorTicket[],
): Pick<DoorEventRow, "tickets" | "checkedIn"> => ({
  tickets: tickets.filter((ticket) => !ticket.void).length,
  checkedIn: tickets.filter((ticket) => stateOf(ticket) === "used").length,
});

async function toAdminEvent(event: EventProduct): Promise<AdminEvent> {
  const [tickets, pieces, scans] = await Promise.all([
    allTicketsOf(event.productId),
    piecesOfProduct(event.productId),
    unknownScansOf(event.productId),
  ]);
  return {
    ...event,
    ...pieces,
    ...countTickets(tickets),
    void: tickets.filter((ticket) => ticket.void).length,
    complimentary: tickets.filter((ticket) => ticket.isComplimentary && !ticket.void).length,
    conflicts: tickets.reduce((sum, ticket) => sum + conflictsOf(ticket).length, 0),
    unknown: openScans(scans, tickets).length,
  };
}

/** All events with the numbers of their tickets, soonest first. */
export const listEvents = async (): Promise<AdminEvent[]> =>
  waitForAll((await eventProducts()).map(toAdminEvent));
