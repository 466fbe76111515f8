import { apiMessages } from "../../shared/api-messages.ts";
import { isEventOver } from "../../shared/event-facts.ts";
import { TICKET } from "../../shared/product.ts";
import { conflict } from "../lib/errors.ts";
import { FIRST_KEY, readDoorTickets } from "../tickets/ticket-table.ts";
import type { FoundProduct, ProductRow } from "./product-table.ts";

/** Whether the product is a ticket of an event that is not over. */
export const hasEventAhead = (row: ProductRow, now: Date): boolean =>
  row.category === TICKET && row.event !== undefined && !isEventOver(row, +now);

/**
 * Throws 409 if tickets of an event that is not over are sold, held or given away. Doors and the back office read the event
 * from its product, so without the product nobody could be let in.
 */
export async function requireNoGuests({ row, stock }: FoundProduct, now: Date): Promise<void> {
  if (!hasEventAhead(row, now)) return;
  if (stock.some(({ held, sold }) => held + sold > 0) || (await hasValidTicket(row.id)))
    throw conflict(apiMessages.eventHasGuests);
}

/** Whether the event has a ticket that is not void. Tickets that were given away are not in the stock. */
async function hasValidTicket(productId: string): Promise<boolean> {
  let after: string | undefined = FIRST_KEY;
  while (after !== undefined) {
    const { tickets, last } = await readDoorTickets(productId, after);
    if (tickets.some((ticket) => ticket.void === undefined)) return true;
    after = last;
  }
  return false;
}
