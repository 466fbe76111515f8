import { formatShortCode, parseShortCode } from "../../../../../shared/tickets/ticket-code.ts";
import type { DoorTicket } from "../../../../../shared/tickets/ticket.ts";
import { normalizeForSearch } from "../../../normalize-for-search.ts";

const MAX_FOUND = 8;
const MIN_LETTERS = 2;

/**
 * The tickets for a typed text: the ticket with this short code, or else at most MAX_FOUND tickets whose holder's name
 * contains all words or whose short code begins with the text. Names that begin with the text come first; then they are
 * sorted by name and by the tickets' numbers. A text of fewer than MIN_LETTERS letters finds none.
 */
export function findTickets(tickets: readonly DoorTicket[], text: string): DoorTicket[] {
  const shortCode = parseShortCode(text);
  const ticketOfCode =
    shortCode === undefined ? undefined : tickets.find((ticket) => ticket.shortCode === shortCode);
  if (ticketOfCode) return [ticketOfCode];
  const words = normalizeForSearch(text).split(/\s+/).filter(Boolean);
  if (words.join("").length < MIN_LETTERS) return [];
  const codeStart = text.toUpperCase().replace(/[\s-]/g, "");
  const foundTickets = tickets.flatMap((ticket) => {
    const name = normalizeForSearch(ticket.holder);
    const hasCodeStart = codeStart.length >= MIN_LETTERS && ticket.shortCode.startsWith(codeStart);
    const isMatch = hasCodeStart || words.every((word) => name.includes(word));
    return isMatch ? [{ ticket, name, doesNameBeginWithText: name.startsWith(words.join(" ")) }] : [];
  });
  return foundTickets
    .sort(
      (a, b) =>
        Number(b.doesNameBeginWithText) - Number(a.doesNameBeginWithText) ||
        Number(a.name > b.name) - Number(a.name < b.name) ||
        a.ticket.n - b.ticket.n,
    )
    .slice(0, MAX_FOUND)
    .map(({ ticket }) => ticket);
}

/** 'K7QM-3FXD'; empty for a ticket whose row is not known yet. */
export const codeText = ({ shortCode }: DoorTicket): string => (shortCode ? formatShortCode(shortCode) : "");
