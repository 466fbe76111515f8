import { conflictsOf, stateOf, type DoorTicket } from "../../shared/tickets/ticket.ts";
import { OVERLAP_MS } from "./door-tickets.ts";
import { doorTicketsOf, FIRST } from "./ticket-table.ts";

/** The numbers of an event's tickets. `tickets` are not void; of `complimentary` neither. */
type Counts = Record<"tickets" | "checkedIn" | "void" | "complimentary" | "conflicts", number>;

const NONE: Counts = { tickets: 0, checkedIn: 0, void: 0, complimentary: 0, conflicts: 0 };

/** What a ticket adds to the numbers of its event. */
export const countsOf = (ticket: DoorTicket): Counts => ({
  tickets: ticket.void ? 0 : 1,
  checkedIn: stateOf(ticket) === "used" ? 1 : 0,
  void: ticket.void ? 1 : 0,
  complimentary: ticket.isComplimentary && !ticket.void ? 1 : 0,
  conflicts: conflictsOf(ticket).length,
});

function sumOf(tickets: Iterable<Counts>): Counts {
  const sum = { ...NONE };
  for (const counts of tickets)
    for (const name of ["tickets", "checkedIn", "void", "complimentary", "conflicts"] as const)
      sum[name] += counts[name];
  return sum;
}

/** What this instance of the function has read of an event: each ticket's share, and the index key from which on it reads next. */
type Known = { byTicket: Map<string, Counts>; after: string; readAt: number };
const events = new Map<string, Known>();
/** Tickets that are gone by their time to live are counted for so long at most. */
const MAX_AGE_MS = 3_600_000;

/**
 * Counts an event's tickets. An instance reads all tickets once in an hour, and otherwise those that have changed since it
 * counted last.
 */
export async function countTickets(productId: string, now: Date): Promise<Counts> {
  const before = events.get(productId);
  const isKnown = before !== undefined && Math.abs(+now - before.readAt) < MAX_AGE_MS;
  const known = isKnown ? before : { byTicket: new Map<string, Counts>(), after: FIRST, readAt: +now };
  let after: string | undefined = known.after;
  while (after !== undefined) {
    const { tickets, last } = await doorTicketsOf(productId, after);
    for (const ticket of tickets) known.byTicket.set(ticket.ticketId, countsOf(ticket));
    after = last;
  }
  known.after = `${new Date(+now - OVERLAP_MS).toISOString()}#`;
  events.set(productId, known);
  return sumOf(known.byTicket.values());
}
