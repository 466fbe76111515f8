/** The texts of a ticket for the person who has it. */
import type { EventDetail } from "../../../shared/event-details.ts";
import { eventDetails, formatEventTime } from "../../../shared/event-details.ts";
import { isEventOver } from "../../../shared/event-facts.ts";
import type { TicketView } from "../../../shared/tickets/ticket.ts";
import { formatCustomerTime } from "../../../shared/zoned-time.ts";

/** 'Ticket 1 of 3' */
export const ticketNumberText = ({ n, of }: Pick<TicketView, "n" | "of">): string => `Ticket ${n} of ${of}`;

/** The number and the holder, who is unknown after the ticket was sent to somebody else or the holder's data was erased. */
export const numberAndHolderText = (ticket: Pick<TicketView, "n" | "of" | "holder">): string =>
  ticket.holder === "" ? ticketNumberText(ticket) : `${ticketNumberText(ticket)} · ${ticket.holder}`;

/**
 * `title`: the event's title, or else the product's name. `subtitle`: the product's name, if it is not the title.
 */
export function titlesOf({ event, name }: Pick<TicketView, "event" | "name">): {
  title: string;
  subtitle?: string;
} {
  return event?.title && event.title !== name ? { title: event.title, subtitle: name } : { title: name };
}

/** Date, doors and venue. The end of sales is left out, because it does not matter for somebody with a ticket. */
export const factsOf = ({ event }: Pick<TicketView, "event">): EventDetail[] =>
  event ? eventDetails(event).filter(({ label }) => label !== "Sales end") : [];

/** 'at 7:42 PM EST' in the event's zone; on another day than the event's: 'on Sat, Dec 12, 2026, 12:05 AM EST' */
function whenOf(iso: string, { event }: Pick<TicketView, "event">): string {
  const time = event ? formatEventTime(iso, event) : formatCustomerTime(iso);
  return /^\d/.test(time) ? `at ${time}` : `on ${time}`;
}

type StateText = { tone: "ok" | "warn" | "info"; title: string; text?: string };

/** The text about the ticket's state. Undefined for a ticket that can be used. */
export function stateText(ticket: TicketView, nowMs: number): StateText | undefined {
  const { state, usedAt } = ticket;
  if (state === "void")
    return {
      tone: "warn",
      title: "Not valid any more",
      text: "This ticket was refunded, cancelled or taken back. Nobody is let in with it.",
    };
  if (state === "moved")
    return {
      tone: "info",
      title: "Sent to somebody else",
      text: "This ticket has a new code, which went to the new holder by email. The code in this link is not valid any more.",
    };
  if (state === "used")
    return {
      tone: "ok",
      title: usedAt ? `You were let in ${whenOf(usedAt, ticket)}` : "You were let in",
    };
  return isEventOver(ticket, nowMs) ? { tone: "info", title: "This event is over" } : undefined;
}

/** Whether the ticket's code can be shown. A used ticket keeps its code, because the door can undo a check-in. */
export const canShowCode = (ticket: TicketView, nowMs: number): ticket is TicketView & { code: string } =>
  ticket.code !== undefined &&
  (ticket.state === "valid" || ticket.state === "used") &&
  !isEventOver(ticket, nowMs);
