import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { EventFacts } from "../../shared/event-facts.ts";
import { stateOf, type Ticket } from "../../shared/tickets/ticket.ts";
import { unavailable } from "../lib/errors.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { readProduct } from "../products/product-table.ts";
import type { AdminOptions } from "./admin-tickets.ts";
import { changeTicket } from "./change-ticket.ts";
import { toEventProduct } from "./event-products.ts";
import { sendTicketsOnce } from "./send-tickets.ts";
import { readTickets } from "./ticket-table.ts";

async function presentEvent(productId: string): Promise<EventFacts | undefined> {
  const product = await readProduct(productId);
  return product && toEventProduct(product.row)[0]?.event;
}

/** The tickets with their events as they are now: an admin may have changed date or place since the sale. */
export async function withPresentEvents(tickets: readonly Ticket[]): Promise<Ticket[]> {
  const ids = [...new Set(tickets.map(({ productId }) => productId))];
  const events = new Map(await waitForAll(ids.map(async (id) => [id, await presentEvent(id)] as const)));
  return tickets.map((ticket) => {
    const event = events.get(ticket.productId) ?? ticket.event;
    return event ? { ...ticket, event } : ticket;
  });
}

export async function withPresentEvent(ticket: Ticket): Promise<Ticket> {
  const [present = ticket] = await withPresentEvents([ticket]);
  return present;
}

/**
 * Stores the present date and place of their event with these tickets, and mails them to the holders of valid tickets, one mail
 * for each address. Tickets that have them already are left out, so a repetition continues. Throws 503 when a mail failed.
 */
export async function tellOfChange(
  ticketIds: readonly string[],
  { settings }: Pick<AdminOptions, "settings">,
): Promise<void> {
  const stored = await readTickets(ticketIds);
  const before = new Map(stored.map((ticket) => [ticket.ticketId, ticket.event]));
  const changed = (await withPresentEvents(stored)).filter(
    ({ ticketId, event }) => !isDeepStrictEqual(event, before.get(ticketId)),
  );
  const byAddress = Map.groupBy(changed, ({ email }) => email);
  for (const [email, tickets] of byAddress) {
    const valid = tickets.filter((ticket) => stateOf(ticket) === "valid").sort((a, b) => a.n - b.n);
    const [first] = valid;
    if (email !== undefined && first) {
      const cause = `event-${hashOf(valid.map(({ ticketId, event }) => [ticketId, event]))}`;
      await sendTicketsOnce(
        valid,
        { subjectId: first.ticketId, cause, email, why: "changed" },
        settings,
      ).catch((error: unknown) => {
        throw unavailable(error);
      });
    }
    for (const { ticketId, event } of tickets)
      await changeTicket(ticketId, (latest) =>
        event && !isDeepStrictEqual(latest.event, event)
          ? { ticket: { ...latest, event }, events: [] }
          : undefined,
      );
  }
}

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
