import { splitIntoParts } from "../../shared/split-into-parts.ts";
import { log } from "../lib/log.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { readEventProducts, type EventProduct } from "./event-products.ts";
import { FIRST_KEY, storeTicketTtl, readTicketsWithOldTtl } from "./ticket-table.ts";

/** The number of tickets that are written at the same time. */
const BATCH_SIZE = 25;

/**
 * Adapts the time to live of each ticket to the current end of its event, because an admin may have postponed the
 * event.
 */
export async function adaptTicketTtls(now: Date): Promise<void> {
  for (const eventProduct of await readEventProducts()) await adaptTtlsOfEvent(eventProduct, now);
}

async function adaptTtlsOfEvent({ productId, event: { endsAt } }: EventProduct, now: Date): Promise<void> {
  let after: string | undefined = FIRST_KEY;
  let ticketCount = 0;
  while (after !== undefined) {
    const { tickets, last } = await readTicketsWithOldTtl({ productId, endsAt }, after, +now);
    for (const batch of splitIntoParts(tickets, BATCH_SIZE)) await waitForAll(batch.map(storeTicketTtl));
    ticketCount += tickets.length;
    after = last;
  }
  if (ticketCount > 0)
    log.info("The time to live of tickets was adapted to the end of their event", {
      productId,
      tickets: ticketCount,
    });
}
