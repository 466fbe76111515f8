import * as z from "zod/mini";
import { ticketEvent } from "./event-schemas.ts";
import { Timestamp } from "./timestamp.ts";
import { VoidReason } from "./tickets/ticket.ts";

export const TicketIssued = ticketEvent(
  "TicketIssued",
  "A ticket has a new code: it was issued, passed on, or is valid again. ofOrder: the order, unless an admin gave the ticket away. productId: the event. generation: how often it was passed on; an earlier code is refused.",
  { variantId: z.optional(z.string()), generation: z.int() },
);

export const TicketVoided = ticketEvent(
  "TicketVoided",
  "A ticket is not valid any more, because it was refunded, its order was cancelled, or an admin took it back.",
  { why: VoidReason },
);

export const TicketCheckedIn = ticketEvent(
  "TicketCheckedIn",
  "Someone was let in with the ticket, or that was undone. at: the time of the scan. conflict: another scan, earlier or later, has let someone in with the same ticket too, or the ticket was void; this happens when doors have no network. Each conflict is reported once, with the check-in that arrived last.",
  { checkInId: z.string(), at: Timestamp, door: z.string(), undone: z.boolean(), conflict: z.boolean() },
);
