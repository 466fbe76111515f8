import { MAX_MAILED_TICKETS, type AdminTicket } from "../../../../../shared/api-tickets.ts";
import type { EventFacts } from "../../../../../shared/event-facts.ts";

/** The facts as text, which does not depend on the order of the fields. */
const textOf = (facts: object): string =>
  JSON.stringify(facts, (_, value: unknown) =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

export const isSameEvent = (a: EventFacts, b: EventFacts): boolean => textOf(a) === textOf(b);

/** The valid tickets that have another date or place than their event has now, sorted by the holder's address. */
export const changedTickets = (tickets: readonly AdminTicket[], event: EventFacts): AdminTicket[] =>
  tickets
    .filter(
      (ticket) =>
        ticket.state === "valid" &&
        ticket.email !== undefined &&
        ticket.event &&
        !isSameEvent(ticket.event, event),
    )
    .sort((a, b) => (a.email ?? "").localeCompare(b.email ?? "", "en") || a.n - b.n);

/** The ids of the tickets, in one list for each request that tells their holders. */
export const requestsFor = (tickets: readonly AdminTicket[]): string[][] =>
  Array.from({ length: Math.ceil(tickets.length / MAX_MAILED_TICKETS) }, (_, i) =>
    tickets.slice(i * MAX_MAILED_TICKETS, (i + 1) * MAX_MAILED_TICKETS).map(({ ticketId }) => ticketId),
  );
