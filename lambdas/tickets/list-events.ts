import type { adminTicketsApi } from "../../shared/api-tickets.ts";
import type { Output } from "../../shared/endpoint.ts";
import { openScans } from "../../shared/tickets/unknown-scans.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { countTickets } from "./count-tickets.ts";
import { readEventProducts, readPiecesOfProduct, type EventProduct } from "./event-products.ts";
import { readTickets } from "./ticket-table.ts";
import { readUnknownScans } from "./unknown-scan-table.ts";

type AdminEvent = Output<typeof adminTicketsApi.listEvents>["events"][number];

/** The number of an event's scans of unknown tickets. Undone scans, and scans that a stored ticket has by now, do not count. */
async function countUnknownScans(productId: string): Promise<number> {
  const scans = await readUnknownScans(productId);
  const ticketIds = new Set(scans.map(({ ticketId }) => ticketId));
  return openScans(scans, await readTickets([...ticketIds])).length;
}

async function toAdminEvent(eventProduct: EventProduct, now: Date): Promise<AdminEvent> {
  const [counts, pieces, unknownCount] = await Promise.all([
    countTickets(eventProduct.productId, now),
    readPiecesOfProduct(eventProduct.productId),
    countUnknownScans(eventProduct.productId),
  ]);
  return { ...eventProduct, ...pieces, ...counts, unknown: unknownCount };
}

/** All events with the numbers of their tickets, soonest first. */
export const listEvents = async (now: Date): Promise<AdminEvent[]> =>
  waitForAll((await readEventProducts()).map((eventProduct) => toAdminEvent(eventProduct, now)));
