import type { Order } from "../../shared/order.ts";
import { withoutCustomer, withoutHolder, withoutSender } from "./ticket-rules.ts";
import { changeTicket } from "./change-ticket.ts";
import { readTicketsOfOrder } from "./ticket-table.ts";

/** Removes the data of a ticket's holder (see `withoutHolder`). The code stays valid. Idempotent. Throws 404 and 503 as `changeTicket`. */
export const eraseHolder = (ticketId: string) =>
  changeTicket(ticketId, (ticket) =>
    ticket.holder === "" && ticket.email === undefined
      ? undefined
      : { ticket: withoutHolder(ticket), events: [] },
  );

/** Removes the data of the ticket's sender (see `withoutSender`). Idempotent. Throws 404 and 503 as `changeTicket`. */
export const eraseSender = (ticketId: string) =>
  changeTicket(ticketId, (ticket) =>
    ticket.sentBy === undefined ? undefined : { ticket: withoutSender(ticket), events: [] },
  );

/** Removes the customer's data from the tickets of an order (see `withoutCustomer`). Idempotent. Throws 503 as `changeTicket`. */
export async function eraseCustomerOfTickets(order: Pick<Order, "orderId" | "items">): Promise<void> {
  for (const { ticketId } of await readTicketsOfOrder(order))
    await changeTicket(ticketId, (ticket) => {
      const nextTicket = withoutCustomer(ticket);
      return nextTicket === ticket ? undefined : { ticket: nextTicket, events: [] };
    });
}
