import { conflictsOf, isGuestIn, type DoorTicket } from "../../shared/tickets/ticket.ts";
import { OVERLAP_MS } from "./door-tickets.ts";
import { changeKeyOf, readDoorTickets, FIRST_KEY, readTicketChanges } from "./ticket-table.ts";

/** The numbers of an event's tickets. `tickets` and `complimentary` leave out void tickets whose guest was not let in. */
type Counts = Record<"tickets" | "checkedIn" | "void" | "complimentary" | "conflicts", number>;

const ZERO_COUNTS: Counts = { tickets: 0, checkedIn: 0, void: 0, complimentary: 0, conflicts: 0 };

/** The amounts that one ticket adds to the numbers of its event. */
export function countsOf(ticket: DoorTicket): Counts {
  const isIn = isGuestIn(ticket);
  const isCounted = isIn || !ticket.void;
  return {
    tickets: Number(isCounted),
    checkedIn: Number(isIn),
    void: Number(ticket.void !== undefined),
    complimentary: Number(ticket.isComplimentary === true && isCounted),
    conflicts: conflictsOf(ticket).length,
  };
}

function sumOf(tickets: Iterable<CountedTicket>): Counts {
  const sum = { ...ZERO_COUNTS };
  for (const { counts } of tickets)
    for (const name of ["tickets", "checkedIn", "void", "complimentary", "conflicts"] as const)
      sum[name] += counts[name];
  return sum;
}

/** A ticket's counts, and the index key of the change that they were read from. */
type CountedTicket = { key: string; counts: Counts };
/**
 * The data that this function instance has read of an event: the counts of each ticket, and the index key after which
 * the next read begins. `readAt`: when all tickets were read, in ms since 1970.
 */
type CachedEvent = { byTicket: Map<string, CountedTicket>; after: string; readAt: number };
const cachedEvents = new Map<string, CachedEvent>();
/** After this time, all tickets are read again. A ticket that DynamoDB has deleted is counted for at most this long. */
const MAX_AGE_MS = 3_600_000;

/**
 * The index key after which tickets have to be read; undefined if nothing has changed. Each count covers the changes of the
 * last OVERLAP_MS again. When the doors open, these can be thousands of tickets that the instance has already read. So
 * only the keys of these changes are read first, and compared with the known keys.
 */
async function findFirstKeyToRead(
  productId: string,
  { byTicket, after }: CachedEvent,
): Promise<string | undefined> {
  if (byTicket.size === 0) return after;
  let previousKey: string | undefined = after;
  while (previousKey !== undefined) {
    const { changes, last } = await readTicketChanges(productId, previousKey);
    for (const { ticketId, key } of changes) {
      if (byTicket.get(ticketId)?.key !== key) return previousKey;
      previousKey = key;
    }
    if (last === undefined) return undefined;
    previousKey = last;
  }
  return undefined;
}

/**
 * Counts an event's tickets. An instance reads all tickets once an hour, and in between only the tickets that have changed
 * since its last count.
 */
export async function countTickets(productId: string, now: Date): Promise<Counts> {
  const cachedEvent = cachedEvents.get(productId);
  const isFresh = cachedEvent !== undefined && Math.abs(+now - cachedEvent.readAt) < MAX_AGE_MS;
  const countedEvent = isFresh
    ? cachedEvent
    : { byTicket: new Map<string, CountedTicket>(), after: FIRST_KEY, readAt: +now };
  let afterKey = await findFirstKeyToRead(productId, countedEvent);
  while (afterKey !== undefined) {
    const { tickets, last } = await readDoorTickets(productId, afterKey);
    for (const ticket of tickets)
      countedEvent.byTicket.set(ticket.ticketId, { key: changeKeyOf(ticket), counts: countsOf(ticket) });
    afterKey = last;
  }
  countedEvent.after = `${new Date(+now - OVERLAP_MS).toISOString()}#`;
  cachedEvents.set(productId, countedEvent);
  return sumOf(countedEvent.byTicket.values());
}
