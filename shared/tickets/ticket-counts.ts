/** Pure: the numbers of an event's tickets. */
import { activeCheckIns, conflictsOf, type Ticket } from "./ticket.ts";

/** tickets: those that are not void; checkedIn: of these, those with which someone was let in. */
export type TicketCounts = { tickets: number; checkedIn: number; void: number; conflicts: number };

export function countTickets(tickets: readonly Pick<Ticket, "void" | "checkIns">[]): TicketCounts {
  const valid = tickets.filter((ticket) => !ticket.void);
  return {
    tickets: valid.length,
    checkedIn: valid.filter((ticket) => activeCheckIns(ticket).length > 0).length,
    void: tickets.length - valid.length,
    conflicts: tickets.reduce((sum, ticket) => sum + conflictsOf(ticket).length, 0),
  };
}
