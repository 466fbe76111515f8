import { eraseHolder } from "../../../lambdas/tickets/erase-holder.ts";

/** Removes the holder of each ticket. The tickets of the customer's own orders lose theirs after OrderErased. */
export async function eraseTickets(ticketIds: readonly string[]): Promise<void> {
  for (const ticketId of ticketIds) await eraseHolder(ticketId);
}
