/** The tickets that this browser has shown, so that their codes can be shown offline. */
import * as z from "zod/mini";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { isEventOver } from "../../../shared/event-facts.ts";
import { TicketView } from "../../../shared/tickets/ticket.ts";
import { Timestamp } from "../../../shared/timestamp.ts";
import { storedValue } from "../stored-value.ts";

const SeenTicket = z.object({ code: z.string(), seenAt: Timestamp, ticket: TicketView });
/** A ticket as the shop sent it at `seenAt`. */
export type SeenTicket = z.infer<typeof SeenTicket>;

const storedSeenTickets = storedValue(browserStorage.tickets, z.array(SeenTicket), () => window.localStorage);

/** Tickets without an event are kept for 90 days. */
const KEEP_UNDATED_MS = 90 * 86_400_000;
const MAX_STORED_TICKETS = 400;

/** Whether the ticket is kept: until its event is over, or for KEEP_UNDATED_MS without an event. */
const isStillKept = ({ ticket, seenAt }: SeenTicket, nowMs: number): boolean =>
  ticket.event ? !isEventOver(ticket, nowMs) : Date.parse(seenAt) + KEEP_UNDATED_MS > nowMs;

/**
 * Returns the tickets to store after the server has answered `tickets` for `codes`: the answered tickets that have a code,
 * and the earlier tickets with other codes. Tickets that are no longer kept are left out.
 */
export function updateSeenTickets(
  earlierTickets: readonly SeenTicket[],
  codes: readonly string[],
  tickets: readonly TicketView[],
  nowMs: number,
): SeenTicket[] {
  const seenAt = new Date(nowMs).toISOString();
  const newTickets = tickets.flatMap((ticket) =>
    ticket.code ? [{ code: ticket.code, seenAt, ticket }] : [],
  );
  const replacedCodes = new Set([...codes, ...newTickets.map(({ code }) => code)]);
  return [...newTickets, ...earlierTickets.filter(({ code }) => !replacedCodes.has(code))]
    .filter((ticket) => isStillKept(ticket, nowMs))
    .slice(0, MAX_STORED_TICKETS);
}

/** Stores the server's answer for `codes`. */
export function storeTickets(codes: readonly string[], tickets: readonly TicketView[], nowMs: number): void {
  const keptTickets = updateSeenTickets(storedSeenTickets.read() ?? [], codes, tickets, nowMs);
  if (keptTickets.length > 0) storedSeenTickets.write(keptTickets);
  else storedSeenTickets.clear();
}

/** The stored tickets with these codes, in the sequence of the codes. */
export function readStoredTickets(codes: readonly string[], nowMs: number): SeenTicket[] {
  const seenTickets = (storedSeenTickets.read() ?? []).filter((ticket) => isStillKept(ticket, nowMs));
  return codes.flatMap((code) => seenTickets.find((ticket) => ticket.code === code) ?? []);
}
