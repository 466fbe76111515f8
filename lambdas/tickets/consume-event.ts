import * as z from "zod/mini";
import { isEventOver } from "../../shared/event-facts.ts";
import { isOfUnpaidOrder, isOrderEvent, mayBeOfUnpaidOrder } from "../../shared/event-kinds.ts";
import { ShopEvent } from "../../shared/events.ts";
import { stateOf, type Ticket } from "../../shared/tickets/ticket.ts";
import { orderLinkOf } from "../mail/order-link.ts";
import { getOrder } from "../orders/order-table.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { issueTickets } from "./issue-tickets.ts";
import { itemsOfPastEvents, withCurrentEvent, withCurrentEvents } from "./current-event-table.ts";
import { sendTicketsOnce, sendVoidNoticeOnce, type TicketMailSettings } from "./send-tickets.ts";
import { getTicket } from "./ticket-table.ts";

export type IssuingSettings = TicketMailSettings & { secretArn: string };

/**
 * Handles events of orders and tickets.
 * - An event of an order: brings the order's tickets up to date, and mails them to the customer (see `mailToCustomer`).
 * - TicketIssued of a transferred ticket: mails the ticket to the new holder.
 * - TicketVoided: mails a notice to a holder who is not the customer.
 * Throws when something failed, so that the queue retries.
 */
export async function consumeEvent(detail: unknown, settings: IssuingSettings): Promise<void> {
  const event = z.parse(ShopEvent, detail);
  // An unpaid order has no tickets, and if it was paid since, OrderPaid has issued them.
  if (isOfUnpaidOrder(event)) return;
  if (isOrderEvent(event)) {
    // A replay may send the event after an unpaid order was deleted.
    if (mayBeOfUnpaidOrder(event) && !(await getOrder(event.orderId))) return;
    const { order, tickets } = await issueTickets(event.orderId, settings.secretArn);
    await mailToCustomer(order, tickets, settings);
  } else if (event.type === "TicketIssued" && event.generation > 0) {
    await mailToNewHolder(event.ticketId, event.generation, settings);
  } else if (event.type === "TicketVoided") {
    await mailVoidNotice(event, settings);
  }
}

/**
 * Mails the order's valid tickets that were not transferred and whose event is not over. Mails them again only when the order has
 * more tickets than at the last mail, for example after a failed refund. A ticket that becomes valid again causes no mail.
 */
async function mailToCustomer(
  order: StoredOrder,
  tickets: readonly Ticket[],
  settings: IssuingSettings,
): Promise<void> {
  const pastTickets = new Set(await itemsOfPastEvents(tickets, Date.now()));
  const idsToMail = new Set(
    tickets
      .filter((ticket) => ticket.generation === 0 && stateOf(ticket) === "valid" && !pastTickets.has(ticket))
      .map(({ ticketId }) => ticketId),
  );
  const { orderId, billingInfo } = order;
  if (!billingInfo || idsToMail.size === 0) return;
  await sendTicketsOnce(
    await withCurrentEvents(tickets),
    {
      subjectId: orderId,
      cause: String(tickets.length),
      email: billingInfo.email,
      why: "bought",
      orderLink: orderLinkOf(order, settings.origin),
      isWanted: ({ ticketId }) => idsToMail.has(ticketId),
    },
    settings,
  );
}

async function mailToNewHolder(
  ticketId: string,
  generation: number,
  settings: IssuingSettings,
): Promise<void> {
  const ticket = await getTicket(ticketId);
  if (ticket?.email === undefined || ticket.generation !== generation || stateOf(ticket) !== "valid") return;
  // `restored` counts how often the ticket became valid again. Each time another mail must follow, because the holder was
  // mailed that the ticket is void.
  const cause = `moved-${generation}${ticket.restored === undefined ? "" : `-${ticket.restored}`}`;
  await sendTicketsOnce(
    await withCurrentEvents([ticket]),
    { subjectId: ticketId, cause, email: ticket.email, why: "moved" },
    settings,
  );
}

/** Mails a holder who is not the customer that the ticket is void. The customer gets the mails about the order. */
async function mailVoidNotice(
  { ticketId, sequence, time }: Extract<ShopEvent, { type: "TicketVoided" }>,
  settings: IssuingSettings,
): Promise<void> {
  const storedTicket = await getTicket(ticketId);
  const isOfCustomer = storedTicket?.generation === 0 && storedTicket.complimentary === undefined;
  if (storedTicket?.void === undefined || storedTicket.email === undefined || isOfCustomer) return;
  // Since this event, the ticket has become valid and void again. The later change has its own event.
  if (time < storedTicket.void.at) return;
  const ticket = await withCurrentEvent(storedTicket);
  if (isEventOver(ticket, Date.now())) return;
  await sendVoidNoticeOnce(
    ticket,
    { why: storedTicket.void.why, email: storedTicket.email, sequence },
    settings,
  );
}
