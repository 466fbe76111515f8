import * as z from "zod/mini";
import { ticketEvent } from "./event-schemas.ts";
import { Timestamp } from "./timestamp.ts";
import { VoidReason } from "./tickets/ticket.ts";

export const TicketIssued = ticketEvent(
  "TicketIssued",
  "A ticket was issued, got a new code (it was passed on, or its key had ended), or is valid again with the same code. ofOrder: the order, unless an admin gave the ticket away. productId: the event. generation: how often it was passed on; the code of a lower generation is refused.",
  { variantId: z.optional(z.string()), generation: z.int() },
);

export const TicketVoided = ticketEvent(
  "TicketVoided",
  "A ticket is not valid any more. why: refunded (its money went or goes back, or its seat is on sale again), cancelled (its order was cancelled or cannot be fulfilled), or by-admin (an admin took it back).",
  { why: VoidReason },
);

export const TicketCheckedIn = ticketEvent(
  "TicketCheckedIn",
  "Someone was let in with the ticket, or that was undone. at: the time of the scan. conflict: another scan, earlier or later, has let someone in with the same ticket too, the ticket was void, or its code was replaced; this happens when doors have no network. Each conflict is reported once, with the check-in that arrived last.",
  { checkInId: z.string(), at: Timestamp, door: z.string(), undone: z.boolean(), conflict: z.boolean() },
);
