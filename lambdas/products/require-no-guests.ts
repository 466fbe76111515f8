import { apiMessages } from "../../shared/api-messages.ts";
import { isEventOver } from "../../shared/event-facts.ts";
import { TICKET } from "../../shared/product.ts";
import { conflict } from "../lib/errors.ts";
import type { FoundProduct } from "./product-table.ts";

/**
 * Throws 409 if pieces of an event that is not over are sold or held. Doors and the back office read the event from its
 * product, so without the product nobody could be let in.
 */
export function requireNoGuests({ row, stock }: FoundProduct, now: Date): void {
  const isEventAhead = row.category === TICKET && row.event !== undefined && !isEventOver(row, +now);
  if (isEventAhead && stock.some(({ held, sold }) => held + sold > 0))
    throw conflict(apiMessages.eventHasGuests);
}
