/** Pure rules: what an order makes of its tickets. */
import { customerName } from "../../shared/order-summary.ts";
import type { Order } from "../../shared/order.ts";
import type { Ticket } from "../../shared/tickets/ticket.ts";
import { voidReasonOf, type Seat } from "../../shared/tickets/tickets-of-order.ts";
import type { TicketChange } from "./change-ticket.ts";
import { ticketIssued } from "./change-ticket.ts";

/** An order, and whether its pieces are sold: only then its tickets can be valid. */
export type SeatedOrder = Order & { isSold: boolean };

/** Whether the seat of an order gets a ticket. */
export const needsTicket = (order: SeatedOrder, seat: Seat): boolean =>
  order.isSold && voidReasonOf(order, seat) === undefined;

/** The fields of a new ticket that come from the order. */
export function newTicket(
  { orderId, billingInfo }: Order,
  { seat: _, ...seat }: Seat,
  ticketId: string,
  signed: Pick<Ticket, "code" | "shortCode">,
  at: string,
): TicketChange {
  const ticket: Ticket = {
    ...{ ticketId, orderId, ...seat },
    holder: customerName(billingInfo),
    ...(billingInfo ? { email: billingInfo.email } : {}),
    ...{ generation: 0, ...signed, issuedAt: at, checkIns: [] },
    ...{ changedAt: at, sequence: 0, version: 0 },
  };
  return { ticket, events: [ticketIssued(ticket)] };
}

/**
 * The change of a stored ticket that its order needs; undefined if there is none. A ticket that an admin made void stays void.
 */
export function changeForOrder(
  ticket: Ticket,
  order: SeatedOrder,
  seat: Seat,
  at: string,
): TicketChange | undefined {
  const erased = withoutCustomer(ticket, order);
  const why = voidReasonOf(order, seat);
  if (why && !ticket.void)
    return { ticket: { ...erased, void: { why, at } }, events: [{ type: "TicketVoided", why }] };
  if (ticket.void && ticket.void.why !== "by-admin" && needsTicket(order, seat)) {
    const { void: _, ...valid } = erased;
    return { ticket: valid, events: [ticketIssued(valid)] };
  }
  return erased === ticket ? undefined : { ticket: erased, events: [] };
}

/** A ticket without its holder; an admin may have typed a name into the reason. */
export function withoutHolder(ticket: Ticket): Ticket {
  const { email: _, complimentary, ...kept } = ticket;
  return {
    ...kept,
    holder: "",
    ...(complimentary ? { complimentary: { ...complimentary, reason: "" } } : {}),
  };
}

/** After the customer's data was erased, without it. A ticket that was passed on belongs to somebody else. */
function withoutCustomer(ticket: Ticket, { erased }: Order): Ticket {
  const isOfCustomer = ticket.generation === 0 && (ticket.email !== undefined || ticket.holder !== "");
  return erased && isOfCustomer ? withoutHolder(ticket) : ticket;
}
