import type { CustomerIds } from "./stored-orders.ts";
import { eraseHolder, eraseSender } from "../../../lambdas/tickets/erase-holder.ts";

/**
 * Removes the holder's data from tickets that the customer got from somebody else or as a gift, and the sender's data from tickets
 * that the customer sent on. `eraseOrder` does this for tickets of the customer's own orders.
 */
export async function eraseTickets({
  ticketIds,
  sentTicketIds,
}: Pick<CustomerIds, "ticketIds" | "sentTicketIds">): Promise<void> {
  for (const ticketId of ticketIds) await eraseHolder(ticketId);
  for (const ticketId of sentTicketIds) await eraseSender(ticketId);
}
