import type { DoorEventRow } from "../../shared/api-tickets.ts";
import type { EventFacts } from "../../shared/event-facts.ts";
import { countTickets } from "../../shared/tickets/ticket-counts.ts";
import type { DoorTicket } from "../../shared/tickets/ticket.ts";
import { notFound } from "../lib/errors.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { readCatalog } from "../products/catalog-table.ts";
import { readProduct } from "../products/product-table.ts";
import { doorTicketsOf, FIRST } from "./ticket-table.ts";

/** The door has no more use for the holders' names this long after the end of an event. */
const OPEN_AFTER_END_MS = 86_400_000;

const isOpen = (event: EventFacts, now: Date): boolean => Date.parse(event.endsAt) + OPEN_AFTER_END_MS > +now;

/** The published events that are not over for more than a day, soonest first, with the numbers of their tickets. */
export async function listDoorEvents(now: Date): Promise<{ events: DoorEventRow[] }> {
  const { rows } = await readCatalog();
  const events = rows.flatMap(({ id, name, state, event }) =>
    event && state !== "draft" && isOpen(event, now) ? [{ productId: id, name, event }] : [],
  );
  events.sort((a, b) => (a.event.startsAt < b.event.startsAt ? -1 : 1));
  return { events: await waitForAll(events.map(withCounts)) };
}

async function withCounts(event: Omit<DoorEventRow, "tickets" | "checkedIn">): Promise<DoorEventRow> {
  const { tickets, checkedIn } = countTickets(await allTicketsOf(event.productId));
  return { ...event, tickets, checkedIn };
}

/** Every ticket of an event, as doors see it. */
async function allTicketsOf(productId: string): Promise<DoorTicket[]> {
  const tickets: DoorTicket[] = [];
  for (let after: string | undefined = FIRST; after !== undefined;) {
    const page: Awaited<ReturnType<typeof doorTicketsOf>> = await doorTicketsOf(productId, after);
    tickets.push(...page.tickets);
    after = page.last;
  }
  return tickets;
}

/** Throws 404 for a product without an event, and for an event that is over for more than a day. */
export async function requireOpenEvent(productId: string, now: Date): Promise<void> {
  const product = await readProduct(productId);
  if (!product?.row.event || !isOpen(product.row.event, now)) throw notFound();
}
