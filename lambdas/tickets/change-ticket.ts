import type { TicketEvent } from "../../shared/events.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import { backOff } from "../lib/backoff.ts";
import { notFound, unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { transact } from "../lib/transact.ts";
import { putEvent } from "../orders/outbox-table.ts";
import { getTicket, putTicket, readTickets } from "./ticket-table.ts";

type GeneratedFields = "id" | "version" | "time" | "ticketId" | "sequence" | "productId" | "ofOrder";
type WithoutGeneratedFields<E> = E extends TicketEvent ? Omit<E, GeneratedFields> : never;
/** An event without the fields that `storeTicket` adds. */
export type TicketEventBody = WithoutGeneratedFields<TicketEvent>;

/** A ticket's next state and the events that announce it. */
export type TicketChange = { ticket: Ticket; events: TicketEventBody[] };

/** The event TicketIssued: the ticket is new, was transferred, is valid again, or has a new code. */
export const ticketIssuedEvent = ({ variantId, generation }: Ticket): TicketEventBody => ({
  type: "TicketIssued",
  ...(variantId ? { variantId } : {}),
  generation,
});

type TicketBefore = Pick<Ticket, "version" | "sequence" | "changedAt">;

/** A ticket as `storeTicket` stores it, and the writes. */
function writesOf({ ticket, events }: TicketChange, ticketBefore: TicketBefore | undefined) {
  const { version, sequence } = ticketBefore ?? { version: 0, sequence: 0 };
  // `changedAt` is the time of this write, because doors request the tickets that have changed since a time. It is later than
  // the time of the previous change, because count-tickets.ts recognizes a change by its time.
  const earliestMs = ticketBefore ? Date.parse(ticketBefore.changedAt) + 1 : 0;
  const now = new Date(Math.max(Date.now(), earliestMs));
  const nextTicket: Ticket = {
    ...ticket,
    changedAt: now.toISOString(),
    version: version + 1,
    sequence: sequence + events.length,
  };
  const { ticketId, productId, orderId } = nextTicket;
  const writes = [
    putTicket(nextTicket, ticketBefore?.version),
    ...events.map((body, i) =>
      putEvent({
        ...body,
        id: newId("evt", +now),
        version: 1,
        time: now.toISOString(),
        ticketId,
        sequence: sequence + i + 1,
        productId,
        ...(orderId ? { ofOrder: orderId } : {}),
      }),
    ),
  ];
  return { nextTicket, writes };
}

/**
 * Writes a ticket and its events in one transaction. `ticketBefore`: the ticket as it was read; undefined
 * for a new ticket. Returns the stored ticket, or undefined if another write was faster.
 */
export async function storeTicket(
  change: TicketChange,
  ticketBefore: TicketBefore | undefined,
): Promise<Ticket | undefined> {
  const { nextTicket, writes } = writesOf(change, ticketBefore);
  return (await transact(writes)).ok ? nextTicket : undefined;
}

const MAX_TRIES = 8;

/**
 * Changes an existing ticket: reads the ticket, lets `decide` compute the change, and stores the change if the ticket has not
 * changed since. Tries up to 8 times, then throws 503. Returns the ticket after the change, or as it is if `decide` returns
 * undefined.
 * Throws 404 for an unknown ticket, and the errors of `decide`.
 */
export async function changeTicket(
  ticketId: string,
  decide: (ticket: Ticket) => TicketChange | undefined | Promise<TicketChange | undefined>,
): Promise<Ticket> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await backOff(tries - 1);
    const ticket = await getTicket(ticketId);
    if (!ticket) throw notFound();
    const change = await decide(ticket);
    if (!change) return ticket;
    const storedTicket = await storeTicket(change, ticket);
    if (storedTicket) return storedTicket;
  }
  throw unavailable(new Error(`Ticket ${ticketId} was changed by others ${MAX_TRIES} times in a row`));
}

/**
 * Changes up to 100 existing tickets, all or none, without events. `decide` returns undefined for a ticket that stays as it is.
 * Tries up to 8 times, then throws 503.
 */
export async function changeTicketsTogether(
  ticketIds: readonly string[],
  decide: (ticket: Ticket) => Ticket | undefined,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await backOff(tries - 1);
    const writes = (await readTickets(ticketIds)).flatMap((ticketBefore) => {
      const ticket = decide(ticketBefore);
      return ticket ? writesOf({ ticket, events: [] }, ticketBefore).writes : [];
    });
    if (writes.length === 0 || (await transact(writes)).ok) return;
  }
  throw unavailable(new Error(`Tickets were changed by others ${MAX_TRIES} times in a row`));
}
