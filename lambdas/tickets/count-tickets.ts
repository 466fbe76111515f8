import { conflictsOf, isIn, type DoorTicket } from "../../shared/tickets/ticket.ts";
import { OVERLAP_MS } from "./door-tickets.ts";
import { doorTicketsOf, FIRST } from "./ticket-table.ts";

/** The numbers of an event's tickets. `tickets` and `complimentary` are not void, or their guest was let in before. */
type Counts = Record<"tickets" | "checkedIn" | "void" | "complimentary" | "conflicts", number>;

const NONE: Counts = { tickets: 0, checkedIn: 0, void: 0, complimentary: 0, conflicts: 0 };

/** The amounts that one ticket adds to the numbers of its event. */
export function countsOf(ticket: DoorTicket): Counts {
  const checkedIn = isIn(ticket);
  const counts = checkedIn || !ticket.void;
  return {
    tickets: Number(counts),
    checkedIn: Number(checkedIn),
    void: ticket.void ? 1 : 0,
    complimentary: ticket.isComplimentary && counts ? 1 : 0,
    conflicts: conflictsOf(ticket).length,
  };
}

function sumOf(tickets: Iterable<Counts>): Counts {
  const sum = { ...NONE };
  for (const counts of tickets)
    for (const name of ["tickets", "checkedIn", "void", "complimentary", "conflicts"] as const)
      sum[name] += counts[name];
  return sum;
}

/**
 * The data that this function instance has read of an event: the counts of each ticket, and the index key after which
 * the next read begins.
 */
type Known = { byTicket: Map<string, Counts>; after: string; readAt: number };
const events = new Map<string, Known>();
/** The longest time for which a ticket is still counted after its time to live has ended. */
const MAX_AGE_MS = 3_600_000;

/**
 * Counts an event's tickets. An instance reads all tickets once an hour, and in between only the tickets that have changed
 * since its last count.
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
