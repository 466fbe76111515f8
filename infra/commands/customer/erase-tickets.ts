import { eraseHolder } from "../../../lambdas/tickets/erase-holder.ts";

/**
 * Removes the holder's data from tickets that the customer got from somebody else or as a gift. `eraseOrder` does this for tickets
 * of the customer's own orders.
 */
export async function eraseTickets(ticketIds: readonly string[]): Promise<void> {
  for (const ticketId of ticketIds) await eraseHolder(ticketId);
}
