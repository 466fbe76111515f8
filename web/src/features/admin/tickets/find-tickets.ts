import type { AdminTicket } from "../../../../../shared/api-tickets.ts";
import { parseShortCode } from "../../../../../shared/tickets/ticket-code.ts";
import { conflictsOf } from "../../../../../shared/tickets/ticket.ts";
import { wordsMatcher } from "../../../normalize-for-search.ts";

export const TICKET_FILTER_LABEL = {
  all: "All states",
  valid: "Valid",
  used: "In",
  void: "Void",
  complimentary: "Complimentary",
  conflict: "Conflicts",
} as const;
export type TicketFilter = keyof typeof TICKET_FILTER_LABEL;

function isInFilter(ticket: AdminTicket, filter: TicketFilter): boolean {
  if (filter === "all") return true;
  if (filter === "complimentary") return ticket.complimentary !== undefined;
  return filter === "conflict" ? conflictsOf(ticket).length > 0 : ticket.state === filter;
}

/** The tickets of a filter that have all words of the search, or the searched short code, sorted by holder. */
export function findTickets(
  tickets: readonly AdminTicket[],
  search: string,
  filter: TicketFilter,
): AdminTicket[] {
  const matchesWords = wordsMatcher(search);
  const searchedCode = parseShortCode(search);
  const matchesSearch = ({
    holder,
    email = "",
    name,
    orderId = "",
    orderNumber = "",
    shortCode: ticketCode,
    ticketId,
  }: AdminTicket) =>
    ticketCode === searchedCode ||
    matchesWords([holder, email, name, orderId, orderNumber, ticketCode, ticketId].join("\n"));
  return tickets
    .filter((ticket) => isInFilter(ticket, filter) && matchesSearch(ticket))
    .sort(
      (a, b) => a.holder.localeCompare(b.holder, "en") || a.n - b.n || (a.ticketId < b.ticketId ? -1 : 1),
    );
}
