import { setTimeout as wait } from "node:timers/promises";
import type { TicketEvent } from "../../shared/events.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import { unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { transact } from "../lib/transact.ts";
import { putEvent } from "../orders/outbox-table.ts";
import { getTicket, putTicket } from "./ticket-table.ts";

type GeneratedFields = "id" | "version" | "time" | "ticketId" | "sequence" | "productId" | "ofOrder";
type WithoutGeneratedFields<E> = E extends TicketEvent ? Omit<E, GeneratedFields> : never;

/** A ticket's next state, and the event that announces it. Without `ticket`, nothing is written. */
export type TicketChange<R> = {
  result: R;
  ticket?: Ticket;
  event?: WithoutGeneratedFields<TicketEvent>;
};

const MAX_ATTEMPTS = 8;

/**
 * Reads a ticket, lets the pure rule `decide` compute the change, and writes ticket and event in one transaction, on the
 * condition that the version is the one that was read. Tries up to 8 times. Returns the ticket after the change; undefined if
 * there is no such ticket. Throws 503, or UnreadableItem.
 */
export async function changeTicket<R>(
  ticketId: string,
  decide: (ticket: Ticket) => TicketChange<R>,
  now: Date,
): Promise<{ ticket: Ticket; result: R } | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await getTicket(ticketId);
    if (!before) return undefined;
    const { ticket: changed, event, result } = decide(before);
    if (!changed) return { ticket: before, result };
    const iso = now.toISOString();
    const ticket: Ticket = {
      ...changed,
      // Doors ask for what has changed since a time, so the time must not go back.
      changedAt: iso > before.changedAt ? iso : before.changedAt,
      sequence: before.sequence + (event ? 1 : 0),
      version: before.version + 1,
    };
    const { ok } = await transact([
      putTicket(ticket, before.version),
      ...(event ? [putEvent(numbered(ticket, event, now))] : []),
    ]);
    if (ok) return { ticket, result };
    await wait(Math.random() * 20 * 2 ** attempt);
  }
  throw unavailable(new Error(`Ticket ${ticketId} was changed by others ${MAX_ATTEMPTS} times in a row`));
}

const numbered = (
  { ticketId, productId, orderId, sequence }: Ticket,
  event: WithoutGeneratedFields<TicketEvent>,
  now: Date,
): TicketEvent => ({
  ...event,
  id: newId("evt", +now),
  version: 1,
  time: now.toISOString(),
  ...{ ticketId, productId, sequence },
  ...(orderId === undefined ? {} : { ofOrder: orderId }),
});
