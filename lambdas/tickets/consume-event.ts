import * as z from "zod/mini";
import { isOver } from "../../shared/event-facts.ts";
import { isOrderEvent, ShopEvent } from "../../shared/events.ts";
import { stateOf, type Ticket } from "../../shared/tickets/ticket.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { issueTickets } from "./issue-tickets.ts";
import { sendTicketsOnce, type TicketMailSettings } from "./send-tickets.ts";
import { getTicket } from "./ticket-table.ts";

export type IssuingSettings = TicketMailSettings & { secretArn: string };

/**
 * An event of an order: makes its tickets what the order says, and mails them to the customer. An event that a ticket was
 * passed on: mails it to the new holder. Throws when something failed, so that the queue retries.
 */
export async function consumeEvent(detail: unknown, settings: IssuingSettings): Promise<void> {
  const event = z.parse(ShopEvent, detail);
  if (isOrderEvent(event)) {
    const { order, tickets } = await issueTickets(event.orderId, settings.secretArn);
    await mailToCustomer(order, tickets, settings);
  } else if (event.type === "TicketIssued" && event.generation > 0) {
    await mailToNewHolder(event.ticketId, event.generation, settings);
  }
}

/**
 * One mail for each number of tickets that the order ever had: a ticket that is issued later, such as after a failed refund,
 * is mailed too, and one that is valid again is not.
 */
async function mailToCustomer(
  { orderId, billingInfo }: StoredOrder,
  tickets: readonly Ticket[],
  settings: IssuingSettings,
): Promise<void> {
  const now = Date.now();
  const own = tickets.filter(
    (ticket) => ticket.generation === 0 && stateOf(ticket) === "valid" && !isOver(ticket, now),
  );
  if (!billingInfo || own.length === 0) return;
  await sendTicketsOnce(
    own,
    { subjectId: orderId, cause: String(tickets.length), email: billingInfo.email, why: "bought" },
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
  await sendTicketsOnce(
    [ticket],
    { subjectId: ticketId, cause: `moved-${generation}`, email: ticket.email, why: "moved" },
    settings,
  );
}
