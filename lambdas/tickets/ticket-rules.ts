/** Pure rules: how the state of an order changes its tickets. */
import { customerName } from "../../shared/order-summary.ts";
import type { Order } from "../../shared/order.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import { voidReasonOf, type Seat } from "../../shared/tickets/tickets-of-order.ts";
import type { TicketChange } from "./change-ticket.ts";
import { ticketIssuedEvent } from "./change-ticket.ts";

/** An order, and whether its pieces are sold. Tickets can be valid only if the pieces are sold. */
export type OrderForTickets = Order & { isSold: boolean };

export const needsTicket = (order: OrderForTickets, seat: Seat): boolean =>
  order.isSold && voidReasonOf(order, seat) === undefined;

export function newTicket(
  { orderId, orderNumber, billingInfo }: Order,
  { seat: _, ...seatFields }: Seat,
  ticketId: string,
  signedCode: Pick<Ticket, "code" | "shortCode">,
  at: string,
): TicketChange {
  const ticket: Ticket = {
    ticketId,
    orderId,
    ...seatFields,
    ...(orderNumber === undefined ? {} : { orderNumber }),
    holder: customerName(billingInfo),
    ...(billingInfo ? { email: billingInfo.email } : {}),
    generation: 0,
    ...signedCode,
    issuedAt: at,
    checkIns: [],
    changedAt: at,
    sequence: 0,
    version: 0,
  };
  return { ticket, events: [ticketIssuedEvent(ticket)] };
}

/**
 * The change that makes a stored ticket agree with its order; undefined if it already agrees. A ticket that an admin
 * made void stays void.
 */
export function changeForOrder(
  ticket: Ticket,
  order: OrderForTickets,
  seat: Seat,
  at: string,
): TicketChange | undefined {
  const ticketWithoutCustomer = order.erased ? withoutCustomer(ticket) : ticket;
  const why = voidReasonOf(order, seat);
  if (why && !ticket.void)
    return {
      ticket: { ...ticketWithoutCustomer, void: { why, at } },
      events: [{ type: "TicketVoided", why }],
    };
  if (ticket.void && ticket.void.why !== "by-admin" && needsTicket(order, seat)) {
    const { void: _, ...ticketFields } = ticketWithoutCustomer;
    const validTicket = { ...ticketFields, restored: (ticketFields.restored ?? 0) + 1 };
    return { ticket: validTicket, events: [ticketIssuedEvent(validTicket)] };
  }
  return ticketWithoutCustomer === ticket ? undefined : { ticket: ticketWithoutCustomer, events: [] };
}

/** The ticket without its holder's and its sender's data. */
export function withoutHolder(ticket: Ticket): Ticket {
  const { email: _, ...ticketFields } = withoutSender(ticket);
  return { ...ticketFields, holder: "" };
}

/**
 * The ticket without the data of the person who sent it to its holder. The reason of a gift is removed too, because an admin may
 * have typed a name there.
 */
export function withoutSender(ticket: Ticket): Ticket {
  const { sentBy: _, sentByEmail: __, complimentary, ...ticketFields } = ticket;
  return complimentary ? { ...ticketFields, complimentary: { ...complimentary, reason: "" } } : ticketFields;
}

/**
 * The ticket without the data of its order's customer; the same object if it has none. A transferred ticket belongs to somebody
 * else; only the sender's data and the reason of a gift are removed from it.
 */
export function withoutCustomer(ticket: Ticket): Ticket {
  if (ticket.sentBy !== undefined) return withoutSender(ticket);
  const isOfCustomer = ticket.generation === 0 && (ticket.email !== undefined || ticket.holder !== "");
  return isOfCustomer ? withoutHolder(ticket) : ticket;
}
