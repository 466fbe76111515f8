import type { ticketsApi } from "../../shared/api-tickets.ts";
import type { Body } from "../../shared/endpoint.ts";
import { isEventOver } from "../../shared/event-facts.ts";
import type { Limits } from "../../shared/limits.ts";
import { ticketMessages } from "../../shared/ticket-messages.ts";
import { MAX_TRANSFERS, stateOf, type Ticket, type TicketView } from "../../shared/tickets/ticket.ts";
import { ticketViewOf } from "../../shared/tickets/ticket-view.ts";
import { eventHash } from "../../shared/tickets/ticket-code.ts";
import { AppError, conflict } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { rateLimitKey, enforceRateLimit } from "../lib/rate-limit.ts";
import { requireDeliverable } from "../mail/require-deliverable.ts";
import { requireMailbox } from "../mail/send-mail.ts";
import { canonicalAddress } from "../contact/canonical-address.ts";
import { changeTicket, ticketIssuedEvent } from "./change-ticket.ts";
import { signWithNewestKey } from "./keys.ts";
import { withCurrentEvent } from "./current-event-table.ts";
import { verifyTicketCode } from "./read-tickets.ts";
import { sendMovedNotice, type TicketMailSettings } from "./send-tickets.ts";
import { withoutSender } from "./ticket-rules.ts";

type Settings = TicketMailSettings & { secretArn: string; originSecretArn: string; limits: Limits };
type MoveRequest = Body<typeof ticketsApi.moveTicket>;

/** The message for the person if the ticket cannot be sent to somebody else; undefined if it can. */
function moveRefusal(ticket: Ticket, now: Date): string | undefined {
  const state = stateOf(ticket);
  if (state !== "valid") return ticketMessages[state];
  if (isEventOver(ticket, +now)) return ticketMessages.over;
  return ticket.generation >= MAX_TRANSFERS ? ticketMessages.tooManyTransfers(MAX_TRANSFERS) : undefined;
}

/** Whether the same request has already succeeded; the client repeats it if the answer was lost. */
const isRepeated = (ticket: Ticket, generation: number, { name, email }: MoveRequest): boolean =>
  ticket.generation === generation + 1 && ticket.holder === name && ticket.email === email;

/**
 * Transfers a ticket to somebody else: the ticket gets a new holder and a new code, and `issue-tickets` mails
 * the ticket to the new holder. The former holder gets a mail too. Returns the ticket as the owner of the old
 * code sees it, but with the new holder's name. Throws 404 for a code that is not valid; 409 if the ticket cannot be sent, or
 * the address is undeliverable; 429 above the limits for the IP address and for the new holder's address.
 */
export async function moveTicket(
  move: MoveRequest,
  ipAddress: string,
  settings: Settings,
  now: Date,
): Promise<TicketView> {
  const content = await verifyTicketCode(move.code, settings.secretArn, now);
  if (!content) throw new AppError(404, ticketMessages.unknown);
  await enforceLimits(move.email, ipAddress, settings, now);
  // The new holder would never get a ticket that is mailed to an undeliverable address.
  await requireDeliverable(move.email, ticketMessages.addressTakesNoMail);
  let formerTicket: Ticket | undefined;
  const movedTicket = await changeTicket(content.id, async (storedTicket) => {
    formerTicket = undefined;
    const ticket = await withCurrentEvent(storedTicket);
    if (isRepeated(ticket, content.generation, move)) return undefined;
    if (content.generation < ticket.generation) throw conflict(ticketMessages.alreadyMoved);
    const refusal = moveRefusal(ticket, now);
    if (refusal !== undefined) throw conflict(refusal);
    formerTicket = ticket;
    const generation = ticket.generation + 1;
    const hashOfEvent = await eventHash(ticket.productId);
    const signedCode = await signWithNewestKey(
      { kind: "ticket", id: ticket.ticketId, generation, event: hashOfEvent },
      settings.secretArn,
      now,
    );
    const { holder: sentBy, email: sentByEmail } = ticket;
    const { name: holder, email } = move;
    // The reason of a gift is about its first holder, whom an erasure would not find after a second transfer.
    const keptFields = ticket.sentBy === undefined ? ticket : withoutSender(ticket);
    const nextTicket = { ...keptFields, holder, email, sentBy, sentByEmail, generation, ...signedCode };
    return { ticket: nextTicket, events: [ticketIssuedEvent(nextTicket)] };
  });
  if (formerTicket) await notifyFormerHolder(formerTicket, settings);
  // The sender entered the new holder's name, so the answer may contain it, although the old code does not show it.
  return { ...ticketViewOf(movedTicket, content.generation, +now), holder: movedTicket.holder };
}

async function enforceLimits(email: string, ipAddress: string, settings: Settings, now: Date): Promise<void> {
  const { originSecretArn, limits } = settings;
  await enforceRateLimit("move", await rateLimitKey(originSecretArn, ipAddress), limits.contact, +now);
  const recipientKey = await rateLimitKey(originSecretArn, canonicalAddress(email));
  await enforceRateLimit("move-to", recipientKey, limits.contactRecipient, +now);
}

/** Mails the former holder. A failure is only logged, because the ticket is already transferred. */
async function notifyFormerHolder(formerTicket: Ticket, settings: Settings): Promise<void> {
  if (formerTicket.email === undefined) return;
  try {
    await sendMovedNotice(formerTicket, await requireMailbox(formerTicket.email), settings);
  } catch (error) {
    log.warn("The former holder of a ticket was not told", {
      ticketId: formerTicket.ticketId,
      error: error instanceof Error ? error.name : "unknown",
    });
  }
}
