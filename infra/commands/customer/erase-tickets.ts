import type { CustomerIds } from "./stored-orders.ts";
import { eraseHolder, eraseSender } from "../../../lambdas/tickets/erase-holder.ts";

/**
 * Removes the holder's data from the tickets `ticketIds`, and the sender's data from the tickets `sentTicketIds` (see
 * `findIdsOfCustomer`). `eraseOrder` does this for the other tickets of the customer's own orders.
 */
export async function eraseTickets({
  ticketIds,
  sentTicketIds,
}: Pick<CustomerIds, "ticketIds" | "sentTicketIds">): Promise<void> {
  for (const ticketId of ticketIds) await eraseHolder(ticketId);
  for (const ticketId of sentTicketIds) await eraseSender(ticketId);
}
