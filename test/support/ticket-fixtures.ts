import { newId } from "../../lambdas/lib/ids.ts";
import { transact } from "../../lambdas/lib/transact.ts";
import { changeTicket } from "../../lambdas/tickets/change-ticket.ts";
import { putTicket } from "../../lambdas/tickets/ticket-table.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";

let ticketCount = 0;

/** A valid ticket. Its code is not signed, so the API that reads tickets refuses it. */
export function testTicket(changes: Partial<Ticket> = {}): Ticket {
  const number = String(ticketCount++).padStart(6, "0");
  const issuedAt = new Date().toISOString();
  return {
    ticketId: newId("ord", Date.now()).replace("ord_", "tkt_"),
    productId: "prd_tasting",
    name: "Barrel Tasting",
    orderId: "ord_1",
    line: 0,
    n: 1,
    of: 1,
    holder: "Ada Lovelace",
    email: "ada@example.com",
    generation: 0,
    code: `C0DE${number}`,
    shortCode: `SH${number}`,
    issuedAt,
    changedAt: issuedAt,
    checkIns: [],
    sequence: 1,
    version: 1,
    ...changes,
  };
}

/** Stores tickets as if they had been issued. */
export async function storeTickets(...tickets: Ticket[]): Promise<void> {
  for (const ticket of tickets) await transact([putTicket(ticket, undefined)]);
}

/** Makes a ticket void, as a refund does. */
export const voidTestTicket = (ticketId: string) =>
  changeTicket(ticketId, (ticket) => ({
    ticket: { ...ticket, void: { why: "refunded", at: new Date().toISOString() } },
    events: [{ type: "TicketVoided", why: "refunded" }],
  }));

/** Gives a ticket a new code and holder, as a transfer to somebody else does. */
export const moveTestTicket = (ticketId: string) =>
  changeTicket(ticketId, (ticket) => ({
    ticket: {
      ...ticket,
      generation: ticket.generation + 1,
      code: `${ticket.code}M`,
      holder: "Grace Hopper",
    },
    events: [{ type: "TicketIssued", generation: ticket.generation + 1 }],
  }));
