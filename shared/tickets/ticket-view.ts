/** Pure: the data of a ticket for a person who has its code or an earlier code of it. */
import { activeCheckIns, canTransfer, stateOf, type Ticket, type TicketView } from "./ticket.ts";

/**
 * `generation`: the number of transfers in the person's code. If it is lower than the ticket's, the ticket was transferred
 * to another person since ('moved'), and the result contains nothing about the new holder.
 */
export function ticketViewOf(ticket: Ticket, generation: number, now: number): TicketView {
  const { ticketId, name, productId, event, n, of } = ticket;
  const shared = { ticketId, name, productId, ...(event ? { event } : {}), n, of };
  if (generation < ticket.generation) return { ...shared, holder: "", state: "moved", canMove: false };
  const state = stateOf(ticket);
  const [first] = activeCheckIns(ticket);
  return {
    ...shared,
    holder: ticket.holder,
    state,
    ...(state === "void" ? {} : { code: ticket.code, shortCode: ticket.shortCode }),
    ...(first ? { usedAt: first.at } : {}),
    canMove: canTransfer(ticket, now),
  };
}
