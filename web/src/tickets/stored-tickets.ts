/** The tickets that this browser has shown, so that their codes can be shown offline. */
import * as z from "zod/mini";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { isOver } from "../../../shared/event-facts.ts";
import { TicketView } from "../../../shared/tickets/ticket.ts";
import { Timestamp } from "../../../shared/timestamp.ts";
import { storedValue } from "../stored-value.ts";

const Seen = z.object({ code: z.string(), seenAt: Timestamp, ticket: TicketView });
/** A ticket as the shop described it at `seenAt`. */
export type SeenTicket = z.infer<typeof Seen>;

const stored = storedValue(browserStorage.tickets, z.array(Seen), () => window.localStorage);

/** Tickets without a date are kept this long. */
const KEEP_UNDATED_MS = 90 * 86_400_000;
const MAX_STORED = 400;

/** Whether the ticket is kept: until its event is over, or for KEEP_UNDATED_MS without an event. */
const isCurrent = ({ ticket, seenAt }: SeenTicket, now: number): boolean =>
  ticket.event ? !isOver(ticket, now) : Date.parse(seenAt) + KEEP_UNDATED_MS > now;

/**
 * Pure: the tickets to store after the server has answered `tickets` for `codes`. Only tickets with a code are stored.
 */
export function updateSeen(
  before: readonly SeenTicket[],
  codes: readonly string[],
  tickets: readonly TicketView[],
  now: number,
): SeenTicket[] {
  const seenAt = new Date(now).toISOString();
  const fresh = tickets.flatMap((ticket) => (ticket.code ? [{ code: ticket.code, seenAt, ticket }] : []));
  const replaced = new Set([...codes, ...fresh.map(({ code }) => code)]);
  return [...fresh, ...before.filter(({ code }) => !replaced.has(code))]
    .filter((seen) => isCurrent(seen, now))
    .slice(0, MAX_STORED);
}

/** Stores the server's answer for `codes`. */
export function storeTickets(codes: readonly string[], tickets: readonly TicketView[], now: number): void {
  const kept = updateSeen(stored.read() ?? [], codes, tickets, now);
  if (kept.length > 0) stored.write(kept);
  else stored.clear();
}

/** The stored tickets with these codes, in their order. */
export function storedTickets(codes: readonly string[], now: number): SeenTicket[] {
  const seen = (stored.read() ?? []).filter((ticket) => isCurrent(ticket, now));
  return codes.flatMap((code) => seen.find((ticket) => ticket.code === code) ?? []);
}
