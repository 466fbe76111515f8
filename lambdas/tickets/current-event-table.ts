/** Reads the current facts (date, place) of the events of tickets. Tickets and orders store the facts of an earlier time. */
import { isEventOver, type EventFacts } from "../../shared/event-facts.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { readProduct } from "../products/product-table.ts";
import { toEventProducts } from "./event-products.ts";

type WithEvent = { productId: string; event?: EventFacts | undefined };

async function readCurrentEvent(productId: string): Promise<EventFacts | undefined> {
  const product = await readProduct(productId);
  return product && toEventProducts(product.row)[0]?.event;
}

async function readCurrentEvents(items: readonly WithEvent[]): Promise<Map<string, EventFacts | undefined>> {
  const ids = [...new Set(items.map(({ productId }) => productId))];
  return new Map(await waitForAll(ids.map(async (id) => [id, await readCurrentEvent(id)] as const)));
}

/**
 * The tickets with the current facts of their events: an admin may have changed date or place since the sale. `eventEndsAt` is
 * left out, because `event` then has the current end.
 */
export async function withCurrentEvents(tickets: readonly Ticket[]): Promise<Ticket[]> {
  const events = await readCurrentEvents(tickets);
  return tickets.map((ticket) => {
    const { eventEndsAt: _, ...ticketFields } = ticket;
    const event = events.get(ticket.productId);
    return event ? { ...ticketFields, event } : ticket;
  });
}

/**
 * Adds `eventEndsAt`, the current end of the event, to the seats whose stored event ends earlier. A current end before
 * the stored end is ignored. It may be a mistake, and a paid seat must get its ticket in spite of the mistake.
 */
export async function withCurrentEventEnds<T extends WithEvent>(
  seats: readonly T[],
): Promise<(T & Pick<Ticket, "eventEndsAt">)[]> {
  const events = await readCurrentEvents(seats);
  return seats.map((seat) => {
    const endsAt = events.get(seat.productId)?.endsAt;
    const isLater =
      endsAt !== undefined && Date.parse(endsAt) > Date.parse(seat.event?.endsAt ?? "1970-01-01");
    return isLater ? { ...seat, eventEndsAt: endsAt } : seat;
  });
}

/**
 * The items whose event is over at `nowMs` by the stored date and by the current date. Both dates count, because an admin may
 * have postponed the event or entered a wrong date, and the customer must get the tickets in both cases.
 */
export async function itemsOfPastEvents<T extends WithEvent>(
  items: readonly T[],
  nowMs: number,
): Promise<T[]> {
  const pastItems = items.filter((item) => isEventOver(item, nowMs));
  const events = await readCurrentEvents(pastItems);
  return pastItems.filter(({ productId, event }) =>
    isEventOver({ event: events.get(productId) ?? event }, nowMs),
  );
}

export async function withCurrentEvent(ticket: Ticket): Promise<Ticket> {
  const [currentTicket = ticket] = await withCurrentEvents([ticket]);
  return currentTicket;
}

/** The lines of an order with the current facts of their events. */
export async function withCurrentEventsOfLines<T extends WithEvent>(lines: readonly T[]): Promise<T[]> {
  const events = await readCurrentEvents(lines.filter(({ event }) => event !== undefined));
  return lines.map((line) => {
    const event = events.get(line.productId);
    return event ? { ...line, event } : line;
  });
}
