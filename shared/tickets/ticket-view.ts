/** Pure: the data of a ticket for a person who has its code or an earlier code of it. */
import { activeCheckIns, canTransfer, stateOf, type Ticket, type TicketView } from "./ticket.ts";

/**
 * `generation`: the number of transfers in the person's code. If it is lower than the ticket's, the ticket was transferred
 * to another person since, and the result contains nothing about the new holder. In the API a transferred ticket is 'moved',
 * and `canMove` is true if the ticket can be transferred.
 */
export function ticketViewOf(ticket: Ticket, generation: number, now: number): TicketView {
  const { ticketId, name, productId, event, n: number, of: count } = ticket;
  const commonFields = { ticketId, name, productId, ...(event ? { event } : {}), n: number, of: count };
  if (generation < ticket.generation) return { ...commonFields, holder: "", state: "moved", canMove: false };
  const state = stateOf(ticket);
  const [firstCheckIn] = activeCheckIns(ticket);
  return {
    ...commonFields,
    holder: ticket.holder,
    state,
    ...(state === "void" ? {} : { code: ticket.code, shortCode: ticket.shortCode }),
    ...(firstCheckIn ? { usedAt: firstCheckIn.at } : {}),
    canMove: canTransfer(ticket, now),
  };
}
