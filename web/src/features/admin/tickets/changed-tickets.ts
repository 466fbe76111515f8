import { MAX_MAILED_TICKETS, type AdminTicket } from "../../../../../shared/api-tickets.ts";
import type { EventFacts } from "../../../../../shared/event-facts.ts";

/** The facts that concern a person with a ticket, as text. The text does not depend on the sequence of the fields. */
const comparableText = ({ salesEndAt: _, ...facts }: EventFacts): string =>
  JSON.stringify(facts, (__, value: unknown) =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Whether two events have the same title, times and venue. The end of the sales may differ. */
export const isSameEvent = (a: EventFacts, b: EventFacts): boolean => comparableText(a) === comparableText(b);

/** The valid tickets with an email address that were last mailed with other facts of the event, sorted by the address. */
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

/** The ids of the tickets, divided into one list for each request that tells the holders. */
export const ticketIdsByRequest = (tickets: readonly AdminTicket[]): string[][] =>
  Array.from({ length: Math.ceil(tickets.length / MAX_MAILED_TICKETS) }, (_, i) =>
    tickets.slice(i * MAX_MAILED_TICKETS, (i + 1) * MAX_MAILED_TICKETS).map(({ ticketId }) => ticketId),
  );
