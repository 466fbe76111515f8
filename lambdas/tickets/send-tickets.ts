import {
  ticketMovedMail,
  ticketsMail,
  ticketVoidMail,
  type TicketsMailReason,
} from "../../shared/mails/ticket-mails.ts";
import type { Ticket, VoidReason } from "../../shared/tickets/ticket.ts";
import type { Sender } from "../mail/send-mail.ts";
import { sendMail, type Mailbox } from "../mail/send-mail.ts";
import { findMailbox, sendOnce } from "../mail/send-once.ts";
import { ttlOf } from "./ticket-table.ts";

export type TicketMailSettings = { sender: Sender; teamEmail: string; origin: string };

/** Gmail cuts a mail off above 102 KB of HTML; each ticket has about 2.3 KB. */
const MAX_TICKETS_IN_MAIL = 20;

/**
 * Mails tickets that are not void to an email address, once for each `cause`, such as an admin's request. `tickets`: the same at
 * each try, because their positions decide which mail has which tickets. `subjectId`: the id of the order or the ticket with
 * which the mails are recorded. `why`: the reason that the mails state. `isWanted`: the tickets to mail, by default all. Returns
 * false if the address is undeliverable. Throws when a mail failed.
 */
export async function sendTicketsOnce(
  tickets: readonly Ticket[],
  {
    subjectId,
    cause,
    email,
    why,
    orderLink,
    isWanted = () => true,
  }: {
    subjectId: string;
    cause: string;
    email: string;
    why: TicketsMailReason;
    orderLink?: string | undefined;
    isWanted?: (ticket: Ticket) => boolean;
  },
  { sender, teamEmail, origin }: TicketMailSettings,
): Promise<boolean> {
  const to = await findMailbox(email, subjectId, "tickets");
  if (!to) return false;
  const subjectTicket = tickets.find(({ ticketId }) => ticketId === subjectId);
  const keepUntil = subjectTicket && ttlOf(subjectTicket);
  for (let start = 0; start < tickets.length; start += MAX_TICKETS_IN_MAIL) {
    const ticketsOfMail = tickets
      .slice(start, start + MAX_TICKETS_IN_MAIL)
      .filter((ticket) => !ticket.void && isWanted(ticket));
    if (ticketsOfMail.length === 0) continue;
    const content = ticketsMail(ticketsOfMail, why, origin, orderLink);
    const mailCause = start === 0 ? cause : `${cause}-${start}`;
    await sendOnce(
      { subjectId, kind: "tickets", cause: mailCause, content, keepUntil },
      { from: sender, to, replyTo: teamEmail },
    );
  }
  return true;
}

/** Mails the holder that a ticket is void, once for each event `sequence`. Throws when the mail failed. */
export async function sendVoidNoticeOnce(
  ticket: Ticket,
  { why, email, sequence }: { why: VoidReason; email: string; sequence: number },
  { sender, teamEmail, origin }: TicketMailSettings,
): Promise<void> {
  const { ticketId: subjectId } = ticket;
  const to = await findMailbox(email, subjectId, "ticket-void");
  if (!to) return;
  const content = ticketVoidMail(ticket, why, origin);
  await sendOnce(
    { subjectId, kind: "ticket-void", cause: String(sequence), content, keepUntil: ttlOf(ticket) },
    { from: sender, to, replyTo: teamEmail },
  );
}

/** Mails one ticket to its holder. Throws when the mail failed. */
export const sendTicket = (
  ticket: Ticket,
  to: Mailbox,
  why: TicketsMailReason,
  { sender, teamEmail, origin }: TicketMailSettings,
): Promise<void> =>
  sendMail({ from: sender, to, replyTo: teamEmail, kind: "tickets" }, ticketsMail([ticket], why, origin));

/** Mails the former holder that a ticket was sent to somebody else. Throws when the mail failed. */
export const sendMovedNotice = (
  ticket: Ticket,
  to: Mailbox,
  { sender, teamEmail, origin }: TicketMailSettings,
): Promise<void> =>
  sendMail({ from: sender, to, replyTo: teamEmail, kind: "ticket-moved" }, ticketMovedMail(ticket, origin));

/** Why the holder has the ticket. */
export function mailReasonOf({ generation, complimentary }: Ticket): TicketsMailReason {
  if (generation > 0) return "moved";
  return complimentary ? "given" : "bought";
}
