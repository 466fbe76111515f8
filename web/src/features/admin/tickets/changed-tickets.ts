import { MAX_TOLD, type AdminTicket } from "../../../../../shared/api-tickets.ts";
import type { EventFacts } from "../../../../../shared/event-facts.ts";

/** The same facts have the same text, in whichever order their fields are. */
const textOf = (facts: object): string =>
  JSON.stringify(facts, (_, value: unknown) =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** The tickets that have another date or place than their event has now, those of an address together. */
export const changedTickets = (tickets: readonly AdminTicket[], event: EventFacts): AdminTicket[] =>
  tickets
    .filter((ticket) => ticket.event && textOf(ticket.event) !== textOf(event))
    .sort((a, b) => (a.email ?? "").localeCompare(b.email ?? "", "en") || a.n - b.n);

/** The ids of the tickets in the requests that tell their holders. */
export const requestsFor = (tickets: readonly AdminTicket[]): string[][] =>
  Array.from({ length: Math.ceil(tickets.length / MAX_TOLD) }, (_, i) =>
    tickets.slice(i * MAX_TOLD, (i + 1) * MAX_TOLD).map(({ ticketId }) => ticketId),
  );
