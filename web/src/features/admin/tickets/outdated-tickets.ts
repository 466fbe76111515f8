import { MAX_MAILED_TICKETS, type AdminTicket } from "../../../../../shared/api-tickets.ts";
import type { EventFacts } from "../../../../../shared/event-facts.ts";
import { splitIntoParts } from "../../../../../shared/split-into-parts.ts";

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
export const outdatedTickets = (tickets: readonly AdminTicket[], event: EventFacts): AdminTicket[] =>
  tickets
    .filter(
      (ticket) =>
        ticket.state === "valid" &&
        ticket.email !== undefined &&
        ticket.event &&
        !isSameEvent(ticket.event, event),
    )
    .sort((a, b) => (a.email ?? "").localeCompare(b.email ?? "", "en") || a.n - b.n);

/**
 * The ids of the tickets, divided into one list for each request that tells the holders. A request sends one mail to each
 * address, so the tickets of an address are in one request unless they are too many.
 */
export function ticketIdsByRequest(tickets: readonly AdminTicket[]): string[][] {
  const requests: string[][] = [];
  for (const ticketsOfAddress of Map.groupBy(tickets, ({ email }) => email).values())
    for (const ticketsOfMail of splitIntoParts(ticketsOfAddress, MAX_MAILED_TICKETS)) {
      const ticketIds = ticketsOfMail.map(({ ticketId }) => ticketId);
      const lastRequest = requests.at(-1);
      if (lastRequest && lastRequest.length + ticketIds.length <= MAX_MAILED_TICKETS)
        lastRequest.push(...ticketIds);
      else requests.push(ticketIds);
    }
  return requests;
}
