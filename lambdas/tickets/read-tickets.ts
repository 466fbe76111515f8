import type { TicketView } from "../../shared/tickets/ticket.ts";
import { ticketViewOf } from "../../shared/tickets/ticket-view.ts";
import type { CodeContent } from "../../shared/tickets/ticket-code.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { checkSignature } from "./keys.ts";
import { withCurrentEvents } from "./current-event-table.ts";
import { readTickets } from "./ticket-table.ts";

/**
 * The content of a ticket's code. Undefined if the signature is wrong, if the key was ended, or if the code is not of a
 * ticket.
 */
export async function verifyTicketCode(
  code: string,
  secretArn: string,
  now: Date,
): Promise<CodeContent | undefined> {
  const check = await checkSignature(code, secretArn, now);
  return check.ok && check.content.kind === "ticket" ? check.content : undefined;
}

/** The tickets with these codes, in the sequence of the codes. A code that is invalid or has no ticket is left out. */
export async function readTicketsByCodes(
  codes: readonly string[],
  secretArn: string,
  now: Date,
): Promise<TicketView[]> {
  const contents = (await waitForAll(codes.map((code) => verifyTicketCode(code, secretArn, now)))).flatMap(
    (content) => content ?? [],
  );
  const tickets = await withCurrentEvents(await readTickets([...new Set(contents.map(({ id }) => id))]));
  const ticketsById = new Map(tickets.map((ticket) => [ticket.ticketId, ticket]));
  // `generation`: the number of transfers before the code was made. The code of an earlier holder has a lower number than
  // the ticket.
  return contents.flatMap(({ id, generation }) => {
    const ticket = ticketsById.get(id);
    return ticket ? [ticketViewOf(ticket, generation, +now)] : [];
  });
}
