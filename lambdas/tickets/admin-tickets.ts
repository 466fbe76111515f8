import { isDeepStrictEqual } from "node:util";
import type { adminTicketsApi, AdminTicket } from "../../shared/api-tickets.ts";
import type { Body, Output } from "../../shared/endpoint.ts";
import { isEventOver } from "../../shared/event-facts.ts";
import { ticketMessages } from "../../shared/ticket-messages.ts";
import { eventHash } from "../../shared/tickets/ticket-code.ts";
import { stateOf, type CheckIn, type Ticket } from "../../shared/tickets/ticket.ts";
import { conflict, notFound, unavailable } from "../lib/errors.ts";
import { requireDeliverable } from "../mail/require-deliverable.ts";
import { changeTicket, storeTicket, ticketIssuedEvent, type TicketChange } from "./change-ticket.ts";
import { findEventProduct, requireEventProduct, type EventProduct } from "./event-products.ts";
import { isCodeRefused, signWithNewestKey } from "./keys.ts";
import { withCurrentEvent } from "./current-event-table.ts";
import { mailReasonOf, sendTicket, sendTicketsOnce, type TicketMailSettings } from "./send-tickets.ts";
import { decodeCursor, encodeCursor } from "./ticket-cursor.ts";
import { readDoorTickets, FIRST_KEY, getTicket, readTickets, ticketIdOf } from "./ticket-table.ts";
import { withoutHolder } from "./ticket-rules.ts";
import { readUnknownScans } from "./unknown-scan-table.ts";

type Settings = TicketMailSettings & { secretArn: string };
export type AdminOptions = { admin: string; settings: Settings; now: Date };

/** A ticket as the back office shows it: without its code and its former holder's address. */
function toAdminTicket({ code: _, sentByEmail: __, ...ticket }: Ticket): AdminTicket {
  return { ...ticket, state: stateOf(ticket) };
}

const PAGE_SIZE = 500;

/**
 * The tickets of an event in pages by time of change; the tickets of one page are unsorted. The first page also has the offline
 * check-ins with tickets that the shop did not have. Throws 400 for a wrong cursor.
 */
export async function listTickets(
  productId: string,
  cursor: string | undefined,
): Promise<Output<typeof adminTicketsApi.listTickets>> {
  const [{ tickets, last }, unknownScans] = await Promise.all([
    readDoorTickets(productId, cursor === undefined ? FIRST_KEY : decodeCursor(cursor), PAGE_SIZE),
    cursor === undefined ? readUnknownScans(productId) : undefined,
  ]);
  const storedTickets = await readTickets(tickets.map(({ ticketId }) => ticketId));
  return {
    tickets: storedTickets.map(toAdminTicket),
    ...(unknownScans && { unknownScans }),
    ...(last === undefined ? {} : { cursor: encodeCursor(last) }),
  };
}

type Gift = Body<typeof adminTicketsApi.giveTickets>;

/**
 * Issues complimentary tickets, once for each `requestId`, and mails them. Throws 404 for a product without an event, also if
 * it has lost its event in the meantime; 409 if the event is over, the address is undeliverable, or the `requestId` was used
 * for other tickets; 503 if the mail failed.
 */
export async function giveTickets(
  productId: string,
  gift: Gift,
  { admin, settings, now }: AdminOptions,
): Promise<AdminTicket[]> {
  const product = await requireEventProduct(productId);
  if (isEventOver(product, +now)) throw conflict(ticketMessages.over);
  await requireDeliverable(gift.email);
  const tickets: Ticket[] = [];
  for (let seat = 0; seat < gift.quantity; seat++)
    tickets.push(await giveTicket(product, gift, seat, { admin, settings, now }));
  // While the tickets were stored, another admin may have deleted the product or made it merchandise. Then the gift is withdrawn.
  if (!(await findEventProduct(productId))) {
    for (const { ticketId } of tickets) await withdrawGift(ticketId, now);
    throw notFound();
  }
  const { requestId: cause, email } = gift;
  // The mail is recorded with the first ticket.
  const subjectId = tickets[0]?.ticketId ?? "";
  await sendTicketsOnce(tickets, { subjectId, cause, email, why: "given" }, settings).catch(
    (error: unknown) => {
      throw unavailable(error);
    },
  );
  return tickets.map(toAdminTicket);
}

async function giveTicket(
  { productId, name, event }: EventProduct,
  { requestId, name: holder, email, reason, quantity }: Gift,
  seat: number,
  { admin, settings, now }: AdminOptions,
): Promise<Ticket> {
  const ticketId = ticketIdOf(requestId, { line: 0, seat });
  const giftFields = {
    ticketId,
    productId,
    name,
    holder,
    email,
    n: seat + 1,
    of: quantity,
    complimentary: { reason, by: admin },
  };
  const earlierTicket = await getTicket(ticketId);
  if (earlierTicket) return requireSame(earlierTicket, giftFields);
  const content = { kind: "ticket", id: ticketId, generation: 0, event: await eventHash(productId) } as const;
  const at = now.toISOString();
  const ticket: Ticket = {
    ...giftFields,
    event,
    generation: 0,
    checkIns: [],
    ...(await signWithNewestKey(content, settings.secretArn, now)),
    issuedAt: at,
    changedAt: at,
    sequence: 0,
    version: 0,
  };
  const storedTicket = await storeTicket({ ticket, events: [ticketIssuedEvent(ticket)] }, undefined);
  if (storedTicket) return storedTicket;
  const concurrentTicket = await getTicket(ticketId);
  if (!concurrentTicket) throw unavailable(new Error(`Ticket ${ticketId} was neither stored nor found`));
  return requireSame(concurrentTicket, giftFields);
}

/** Makes a ticket that was not mailed void. Removes the holder's data too, so that nobody gets a mail that the ticket is void. */
const withdrawGift = (ticketId: string, now: Date): Promise<Ticket> =>
  changeTicket(ticketId, (ticket) => voidedByAdmin(withoutHolder(ticket), now));

/** Returns the ticket of an earlier request with the same id. Throws 409 if that request was for other tickets. */
function requireSame(ticket: Ticket, giftFields: Partial<Ticket>): Ticket {
  const isSame = (["productId", "holder", "email", "of"] as const).every((name) =>
    isDeepStrictEqual(ticket[name], giftFields[name]),
  );
  if (!isSame) throw conflict(ticketMessages.requestReused);
  return ticket;
}

/**
 * The change that makes a ticket void; undefined if an admin has already made it void. A ticket that is void because of its
 * order only gets the new reason, so that no later event of the order makes it valid again.
 */
function voidedByAdmin(ticket: Ticket, now: Date): TicketChange | undefined {
  if (ticket.void?.why === "by-admin") return undefined;
  const at = ticket.void?.at ?? now.toISOString();
  return {
    ticket: { ...ticket, void: { why: "by-admin", at } },
    events: ticket.void ? [] : [{ type: "TicketVoided", why: "by-admin" }],
  };
}

/** Makes a ticket void for good. Throws 404 for an unknown ticket. */
export const voidTicket = async (ticketId: string, now: Date): Promise<AdminTicket> =>
  toAdminTicket(await changeTicket(ticketId, (ticket) => voidedByAdmin(ticket, now)));

/**
 * Mails a ticket to its holder again, with the event's current facts. Makes a new code if doors refuse the old code. Throws
 * 404 for an unknown ticket; 409 if it is void, or its holder has no address or an undeliverable one; 503 if the mail failed.
 */
export async function sendTicketAgain(
  ticketId: string,
  { settings, now }: Omit<AdminOptions, "admin">,
): Promise<AdminTicket> {
  const ticket = await changeTicket(ticketId, async (latestTicket) => {
    if (latestTicket.void) throw conflict(ticketMessages.void);
    if (latestTicket.email === undefined) throw conflict(ticketMessages.noAddress);
    const currentTicket = await withCurrentEvent(latestTicket);
    if (!(await isCodeRefused(latestTicket.code, settings.secretArn, now)))
      return isDeepStrictEqual(currentTicket.event, latestTicket.event)
        ? undefined
        : { ticket: currentTicket, events: [] };
    const hashOfEvent = await eventHash(latestTicket.productId);
    const { generation } = latestTicket;
    const content = { kind: "ticket", id: ticketId, generation, event: hashOfEvent } as const;
    const signedTicket = { ...currentTicket, ...(await signWithNewestKey(content, settings.secretArn, now)) };
    return { ticket: signedTicket, events: [ticketIssuedEvent(signedTicket)] };
  });
  const to = await requireDeliverable(ticket.email ?? "");
  await sendTicket(ticket, to, mailReasonOf(ticket), settings).catch((error: unknown) => {
    throw unavailable(error);
  });
  return toAdminTicket(ticket);
}

/** The name of the door in a check-in that an admin made. */
const BACK_OFFICE = "Back office";

/** Lets the holder in by hand, once for each `checkInId`. Throws 404 for an unknown ticket; 409 if it is void or was used. */
export async function letIn(
  ticketId: string,
  checkInId: string,
  { admin, now }: Omit<AdminOptions, "settings">,
): Promise<AdminTicket> {
  const at = now.toISOString();
  const checkIn: CheckIn = {
    id: checkInId,
    at,
    door: BACK_OFFICE,
    deviceId: "back-office",
    by: admin,
    isOffline: false,
  };
  const ticket = await changeTicket(ticketId, (latestTicket) => {
    if (latestTicket.checkIns.some(({ id }) => id === checkInId)) return undefined;
    const state = stateOf(latestTicket);
    if (state === "void") throw conflict(ticketMessages.void);
    if (state === "used") throw conflict(ticketMessages.alreadyIn);
    return {
      ticket: { ...latestTicket, checkIns: [...latestTicket.checkIns, checkIn] },
      events: [
        {
          type: "TicketCheckedIn",
          checkInId,
          at,
          door: BACK_OFFICE,
          undone: false,
          conflict: false,
        },
      ],
    };
  });
  return toAdminTicket(ticket);
}
